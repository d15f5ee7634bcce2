/**
 * The reasons for rejecting a file (`details.reason` in the response), each with a sentence for the caller. Also
 * defines the line of output in which a runner reports the reason for rejecting a file.
 */

export const reasons = {
  unreadable_file: 'It may be damaged, encrypted or in another format.',
  truncated: 'It is truncated: its end is missing.',
  damaged: 'It is damaged: a part of its content violates the format.',
  unsupported_feature: 'It uses a feature that no installed engine supports. See details.feature.',
  password_required: 'It is encrypted. Send its password in the field "password".',
  wrong_password: 'The password does not open it.',
  too_many_pixels: 'Its images have more than 100 million pixels, or its animation is too long.',
  too_many_pages: 'It has more pages than a conversion allows.',
  too_many_cells: 'Its tables have more cells than a conversion allows.',
  too_many_files: 'It contains more files than a conversion allows.',
  too_complex: 'It needs more memory or processor time than a conversion may use.',
  too_deep: 'Its content is nested deeper than a conversion allows.',
  result_too_large: 'The result would be larger than a conversion allows.',
  wrong_encoding: 'It has bytes that are invalid in the encoding given in "encoding".',
  no_such_page: 'It does not have the requested pages.',
  no_such_sheet: 'It does not have the requested sheet.',
  no_audio: 'It contains no audio.',
  no_video: 'It contains no video.',
  no_subtitles: 'It contains no subtitles.',
  no_such_track: 'It does not have the requested tracks.',
  no_such_instance: 'It does not have the style or axis value given in "instance".',
  image_subtitles:
    'Its subtitles are images of text (PGS, VobSub or DVB), which no route reads. Convert it to mkv to keep them.',
  no_text: 'It contains no text. Use "ocr" to read text from images.',
  no_tables: 'It contains no tables.',
  no_attachments: 'It has no attachments.',
  no_invoice: 'It has no attached electronic invoice (factur-x.xml, xrechnung.xml or zugferd-invoice.xml).',
  no_page:
    'It contains no web page (.html, .htm or .xhtml), no LaTeX document (.tex with \\documentclass) and no drawing (.svg).',
  several_pages: 'It contains several web pages. Rename the one to convert to index.html.',
  several_drawings:
    'It contains several drawings. Send only the one to convert, with the files that it uses.',
  several_documents: 'It contains several LaTeX documents. Rename the one to convert to main.tex.',
  no_pdf_content:
    'It has no PDF part, so only Illustrator can read it. Save it again with the option "Create PDF Compatible File".',
  not_images: 'It contains files that are not images.',
  codec_not_possible: 'The target format does not support the requested codec.',
  channels_not_possible:
    'The target format does not support the number of audio channels given in "channels".',
  pdfa_structure:
    'It cannot become PDF/A: PDF/A does not allow its structure, for example a page or text that is too large.',
  pdfa_metadata: 'It cannot become PDF/A: PDF/A cannot represent its metadata.',
  pdfa_fonts: 'It cannot become PDF/A: a font is not embedded and cannot be embedded.',
  pdfa_colours:
    'It cannot become PDF/A: some of its colours have no valid profile, and no profile can be assigned.',
  pdfa_transparency: 'It cannot become PDF/A-1, which does not support transparency. Set "pdfa" to 2b or 3b.',
  pdfa_layers: 'It cannot become PDF/A-1, which does not support layers. Set "pdfa" to 2b or 3b.',
  pdfa_content: 'It cannot become PDF/A: PDF/A does not allow some content of its pages.',
  pdfa_actions: 'It cannot become PDF/A: it has scripts or actions that cannot be removed.',
  pdfa_annotations: 'It cannot become PDF/A: a comment or form field has no appearance.',
  pdfa_files: 'It cannot become PDF/A: it refers to external files or has attachments.',
  no_bookmarks: 'It has no bookmarks at which it could be split.',
  nothing_to_split: 'It has no pages to split.',
  crop_too_large: 'The margin or box in "crop" leaves nothing of a page.',
  no_such_field: 'It has no form field with a name given in "form".',
  wrong_field_value: 'A value in "form" does not fit the type, the choices or the length of its field.',
  wrong_expression: 'The expression in "redact_expression" is invalid or too large.',
  redaction_failed:
    'The content could not be removed completely. Use "redact_boxes", or convert the pages to images.',
  option_file: 'The file that is the value of an option cannot be used. See details.field.',
  nothing_in_range: 'It has no content between "start" and "end".',
} as const;

export type Reason = keyof typeof reasons;

/** A refusal reported by an engine. */
export interface Refusal {
  reason: Reason;
  /** The unsupported feature, such as `parquet codec LZ4_RAW`. Present if the reason is `unsupported_feature`. */
  feature?: string;
  /**
   * The font's axes and styles, such as `wght 100 to 900; Regular, Bold`. Present if the reason is `no_such_instance`.
   */
  available?: string;
  /**
   * If the reason is `option_file`, `option` is the option with the unusable file, and `problem` is the problem with
   * the file.
   */
  option?: string;
  problem?: string;
}

const longestFeature = 80;

/**
 * Returns the name of a feature for an error message. The name of the feature often comes from the file, so unusual
 * characters are replaced by spaces, and the length of the name is limited.
 */
export function featureName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9_.+:/()-]+/g, ' ').trim();
  return plain.slice(0, longestFeature).trim() || 'unknown';
}

const longestList = 200;

/**
 * Returns a list of names for an error message. The names come from the file, so unusual characters are replaced by
 * spaces, and the length is limited.
 */
const availableNames = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9_.+:/(),;-]+/g, ' ')
    .trim()
    .slice(0, longestList);

/** Returns the line that a runner writes to standard error to report a refusal. */
export function refusalLine({ reason, feature }: Refusal): string {
  return feature === undefined
    ? `protean-reason: ${reason}`
    : `protean-reason: ${reason} ${featureName(feature)}`;
}

/**
 * Returns the refusal that a runner wrote to stderr, or undefined if stderr contains no refusal with a known reason.
 */
export function namedRefusal(stderr: string): Refusal | undefined {
  const [, name = '', feature = ''] = /^protean-reason: (\w+)(?: ([^\n]{1,200}))?$/m.exec(stderr) ?? [];
  return Object.hasOwn(reasons, name) ? refusalOf(name as Reason, feature) : undefined;
}

/**
 * Returns the refusal for the first pattern that matches `stderr`, or undefined if no pattern matches. The first group
 * of a pattern contains the detail of the refusal, such as the name of an unsupported feature.
 */
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
  if (reason === 'option_file') {
    const [, option = '', problem = ''] = /^(\w+) ?(.*)$/.exec(detail) ?? [];
    return { reason, option, problem: availableNames(problem) };
  }
  if (reason === 'unsupported_feature') return { reason, feature: featureName(detail) };
  return reason === 'no_such_instance' ? { reason, available: availableNames(detail) } : { reason };
}

/** Error that a runner throws to refuse a file. */
export class RefusedError extends Error {
  readonly reason: Reason;
  readonly feature: string | undefined;

  constructor(reason: Reason, feature?: string) {
    super(feature === undefined ? reason : `${reason} ${feature}`);
    this.reason = reason;
    this.feature = feature;
  }
}

/** Returns the error for an intact file that uses `feature`, which the engine does not support. */
export const unsupported = (feature: string): RefusedError =>
  new RefusedError('unsupported_feature', feature);
