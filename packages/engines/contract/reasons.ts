/** The reasons why a file is refused (`details.reason` in the answer), with what the caller can do, and how a runner names one. */

export const reasons = {
  unreadable_file: 'It may be damaged, encrypted or of another format.',
  truncated: 'It is cut off: it ends before its content does.',
  damaged: 'It is damaged: a part of its content is not what its format says.',
  unsupported_feature: 'It needs a feature that no engine here supports; details.feature names it.',
  password_required: 'It is encrypted: send its password in the field "password".',
  wrong_password: 'The password does not open it.',
  too_many_pixels: 'Its images have more than 100 million pixels, or its animation is too long.',
  too_many_pages: 'It has more pages than a conversion may have.',
  too_many_cells: 'Its tables have more cells than a conversion may have.',
  too_many_files: 'It holds more files than a conversion may have.',
  too_complex: 'It takes more memory or processor time than a conversion may use.',
  too_deep: 'Its content is nested deeper than a conversion may follow.',
  result_too_large: 'It would become larger than a conversion may write.',
  wrong_encoding: 'It has bytes that mean nothing in the encoding that was asked for in "encoding".',
  no_such_page: 'It does not have the pages that were asked for.',
  no_such_sheet: 'It does not have the sheet that was asked for.',
  no_audio: 'There is no audio in it.',
  no_video: 'There is no video in it.',
  no_subtitles: 'There are no subtitles in it.',
  no_such_track: 'It does not have the tracks that were asked for.',
  no_such_instance: 'It does not have the style or axis value that was asked for in "instance".',
  image_subtitles:
    'Its subtitles are pictures of text (PGS, VobSub or DVB), which no route reads. Convert it to mkv to keep them.',
  no_text: 'There is no text in it; "ocr" reads pages that are pictures.',
  no_tables: 'There are no tables in it.',
  no_attachments: 'No files are attached to it.',
  no_page:
    'It holds no web page (a file named .html, .htm or .xhtml), no LaTeX document (a file named .tex with \\documentclass) and no drawing (a file named .svg).',
  several_pages: 'It holds several web pages: name the one to convert index.html.',
  several_drawings:
    'It holds several drawings: send the one to convert with the files that it shows, and no others.',
  several_documents: 'It holds several LaTeX documents: name the one to convert main.tex.',
  no_pdf_content:
    'It was saved for Illustrator alone: save it again with "Create PDF Compatible File", which others can read.',
  not_images: 'It holds other files than images.',
  codec_not_possible: 'The target cannot hold the codec that was asked for.',
  channels_not_possible: 'The target cannot hold as many audio channels as "channels" asks for.',
  pdfa_structure:
    'It cannot become PDF/A: its structure is not allowed there, such as a page or a text that is too large.',
  pdfa_metadata: 'It cannot become PDF/A: what it says of itself cannot be written as PDF/A asks.',
  pdfa_fonts: 'It cannot become PDF/A: a font is neither embedded nor can be.',
  pdfa_colours: 'It cannot become PDF/A: colours have no valid profile, and none can be given to them.',
  pdfa_transparency: 'It cannot become PDF/A-1, which knows no transparency; "pdfa" 2b or 3b does.',
  pdfa_layers: 'It cannot become PDF/A-1, which knows no layers; "pdfa" 2b or 3b does.',
  pdfa_content: 'It cannot become PDF/A: what its pages draw is not allowed there.',
  pdfa_actions: 'It cannot become PDF/A: it has scripts or actions that cannot be taken out.',
  pdfa_annotations: 'It cannot become PDF/A: a comment or a form field does not say how it looks.',
  pdfa_files: 'It cannot become PDF/A: it needs files outside of it, or has attached ones.',
  nothing_in_range: 'It has no content between "start" and "end".',
} as const;

export type Reason = keyof typeof reasons;

/** A refusal as an engine gives it. */
export interface Refusal {
  reason: Reason;
  /** What the file needs, if the reason is `unsupported_feature`: `parquet codec LZ4_RAW`. */
  feature?: string;
  /** What the font has, if the reason is `no_such_instance`: `wght 100 to 900; Regular, Bold`. */
  available?: string;
}

const longestFeature = 80;

/**
 * The name of a feature, fit for an error message. Names often come from the file, so all but letters, digits and a few
 * signs become spaces.
 */
export function featureName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9_.+:/()-]+/g, ' ').trim();
  return plain.slice(0, longestFeature).trim() || 'unknown';
}

const longestList = 200;

/** A list of names from the file, fit for an error message like a feature's name. */
const availableNames = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9_.+:/(),;-]+/g, ' ')
    .trim()
    .slice(0, longestList);

/** The line by which a runner tells the server of a refusal, on standard error. */
export function refusalLine({ reason, feature }: Refusal): string {
  return feature === undefined
    ? `protean-reason: ${reason}`
    : `protean-reason: ${reason} ${featureName(feature)}`;
}

/** The refusal that a runner wrote to its stderr, if its reason is in the table. */
export function namedRefusal(stderr: string): Refusal | undefined {
  const [, name = '', feature = ''] = /^protean-reason: (\w+)(?: ([^\n]{1,200}))?$/m.exec(stderr) ?? [];
  return Object.hasOwn(reasons, name) ? refusalOf(name as Reason, feature) : undefined;
}

/** The refusal by which an engine's pattern explains `stderr`; its first group is the name of an unsupported feature. */
export function matchedRefusal(
  stderr: string,
  patterns: readonly (readonly [pattern: RegExp, reason: Reason])[],
): Refusal | undefined {
  for (const [pattern, reason] of patterns) {
    const found = pattern.exec(stderr);
    if (found) return refusalOf(reason, found[1] ?? '');
  }
  return undefined;
}

function refusalOf(reason: Reason, detail: string): Refusal {
  if (reason === 'unsupported_feature') return { reason, feature: featureName(detail) };
  return reason === 'no_such_instance' ? { reason, available: availableNames(detail) } : { reason };
}

/** Thrown by a runner that plans a conversion and finds that it is not possible. */
export class RefusedError extends Error {
  readonly reason: Reason;
  readonly feature: string | undefined;

  constructor(reason: Reason, feature?: string) {
    super(feature === undefined ? reason : `${reason} ${feature}`);
    this.reason = reason;
    this.feature = feature;
  }
}

/** The file is sound, and needs `feature`, which no engine here supports. */
export const unsupported = (feature: string): RefusedError =>
  new RefusedError('unsupported_feature', feature);
