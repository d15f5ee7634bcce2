/** Warnings of successful conversions (`warnings` in the response), and the format in which a runner reports them. */

/** Sentence of each warning. The detail that a runner reports with the warning replaces `{}`. */
export const warnings = {
  encoding_guessed:
    'The encoding of the text was guessed from its content ({}) and may be wrong. Specify the right one in the field "encoding" if the route has it.',
  second_engine: 'A fallback engine read the file. It may preserve less than the usual engine.',
  salvaged: 'The file is truncated or damaged. The readable part was converted: {}.',
  asset_missing:
    'The page or drawing refers to a file, such as an image or a style sheet, that was not sent with it. It is missing from the result.',
  features_not_drawn:
    'The drawing has features that no installed engine draws. Parts may be missing or look different: {}.',
  around_left_out: 'Menus, headers and footers around the main article of the page were left out.',
  pdfa_left_out: 'PDF/A does not allow some content of the file. Left out: {}.',
  credentials_removed:
    'The file had content credentials (C2PA), which document the origin of an image. The result has none.',
  signatures_broken:
    'The file was changed, so its digital signatures are no longer valid. Number of signatures: {}.',
  pdf_tags_left_out: 'The tags of the pages, which screen readers use, were left out.',
  form_fields_flattened:
    'Repeated pages show the values of form fields, but only the first copy of each page can be filled in.',
  pages_left_out: 'The result has fewer pages than the source: {}.',
  sheets_left_out: 'The result has fewer sheets than the source: {}.',
  hidden_slides: 'Hidden slides were left out: {}.',
  comments_left_out:
    'The result has no comments; the source has {}. Use the option "comments" to include them if the route has it.',
  notes_left_out: 'The result has no speaker notes; slides with notes: {}.',
  numbers_changed:
    'Headings or list items that restart their numbering in the source continue it in the result: {}.',
  documents_left_out: 'Embedded documents were left out: {}.',
  charts_left_out: 'The result has no charts; the source has {}.',
  hidden_sheets:
    'The workbook has hidden sheets: {}. Use the field "sheets" to choose between visible sheets and all sheets.',
  rows_left_out: 'The result has fewer rows than the source: {}.',
  frames_left_out: 'The result has fewer frames than the source: {}.',
  references_unresolved:
    'References to pages, and to labels and entries that the document lacks, appear as ?? or as their keys: {}.',
  attachments_left_out: 'The result names the attachments of the mail but does not include them: {}.',
  metadata_left_out: 'The target format does not support all metadata of the source. Left out: {}.',
  tracks_left_out: 'The result has fewer tracks than the source: {}.',
  fonts_replaced: 'Fonts that are not installed here were replaced: {}.',
  colours_converted: 'The result has a different colour space from the source: {}.',
  hdr_reduced:
    'The source has a high dynamic range. It was reduced to the standard range, which darkens bright parts.',
  transparency_flattened: 'The source has transparency. It was replaced by a white background.',
  language_guessed:
    'The language of the text was guessed from its letters ({}). Specify the languages in the field "language".',
  frame_rate_guessed:
    'The file counts times in frames but gives no frame rate. {} frames per second were assumed. A first line such as {1}{1}25 specifies the rate.',
  cues_mended:
    'Subtitles that ended before they began now last until the next subtitle, at most 2 seconds. Cues: {}.',
  subtitle_features_left_out:
    'The target format does not support some features of the subtitles. Left out: {}.',
  values_scaled:
    'The image contains measured values ({}). They were scaled from black (lowest) to white (highest).',
  hidden_text: 'Hidden text was left out.',
  tracked_changes:
    'The document has tracked changes. The pages show both deleted and inserted text. Use the option "tracked_changes" to choose one version.',
  headers_left_out: 'The headers and footers of the document were left out.',
  embedded_data_left_out: 'Embedded images, sounds and keys were left out: {}.',
  characters_replaced: 'Invalid text was replaced by the character U+FFFD: {}.',
  values_as_text: 'The target format has no type for some values. They were written as text: {}.',
  keys_as_text: 'The target format allows only text keys. Other keys were written as text: {}.',
  tags_left_out: 'The target format does not support tags. The values were kept without them: {}.',
  files_missing:
    'The document refers to files that were not sent with it. They are missing from the result: {}.',
  commands_left_out: 'Unknown commands of the document were left out, with their output: {}.',
  characters_left_out:
    'The target format does not support some characters. They were replaced or left out: {}.',
  nulls_left_out:
    'The target format has no null. Members without a value were left out; in lists they became empty texts: {}.',
  numbers_rounded: 'Numbers with more digits than the target format supports were rounded: {}.',
  repeated_keys: 'Keys are repeated within one map. The last value of each was kept: {}.',
  content_left_out: 'The target format does not support all content of the file. Left out: {}.',
  diagrams_not_drawn: 'Mermaid diagrams that could not be drawn were kept as code: {}.',
  sizes_left_out:
    'The icon lacks some sizes because its format does not allow them or they are larger than the source: {}.',
  variations_left_out:
    'The result has one style of a variable font: {}. Use the option "instance" to choose another if the route has it.',
  glyph_colours_left_out: 'The glyphs of the result have no colours. Tables left out: {}.',
  scripts_stopped: 'The scripts of the page did not finish. The page was converted without them.',
  parts_too_large: 'Some pages are larger than the requested size of a part: {}.',
  scans_reduced: 'Scanned pages were compressed with a loss that is visible at high magnification: {}.',
  pages_not_scanned: 'Pages that do not consist of one scanned picture stayed as they are: {}.',
  pages_not_straightened: 'Tilted pages with a text layer or a rotated picture were not straightened: {}.',
  pdfua_problems: 'The PDF is not PDF/UA. Rules of ISO 14289-1 that it violates: {}.',
  compared: 'The file was compared with the file in "compare": {}.',
  redacted: 'Content was redacted: {}.',
  redaction_removed: 'Redaction also removed parts of the file that it does not search: {}.',
  text_not_searched:
    'The characters of some text are unknown, so it was not searched. Check these pages, or use "ocr" or "redact_boxes": {}.',
  pictures_not_searched:
    'Pictures may contain text that was not searched. Use "ocr" to search them, or "redact_boxes". Pages with pictures: {}.',
  text_recognised:
    'Text in pictures was recognised and may contain errors. Set "ocr" to false to leave it out. Pages: {}.',
  pages_not_recognised:
    'The text of some pages, which are pictures, was not recognised. Use the option "ocr", or fewer "pages". Pages: {}.',
  pages_as_pictures:
    'Pages were replaced by pictures, because content could not be removed in another way: {}.',
} as const;

export type WarningCode = keyof typeof warnings;

/** A warning reported by a runner. */
export interface GivenWarning {
  code: WarningCode;
  /** Text that replaces `{}` in the message of the warning. Empty if the message has no `{}`. */
  detail: string;
  /** For a warning about matches: the number of matches of each kind on each page. */
  matches?: Match[];
}

/** Number of matches of the same kind on one page. */
export interface Match {
  kind: string;
  /**
   * Page number, counted from 1. The page number is missing for matches outside of the pages, for example in a
   * bookmark.
   */
  page?: number;
  count: number;
}

/**
 * The file in the output folder in which commands list their warnings, one per line. A line begins with the code of the
 * warning, which may be followed by a space and the detail, and then by a tab and the matches. Several matches are
 * separated by semicolons. Each match has the form `kind page count`. For matches outside of the pages, `page` is 0.
 */
export const warningsFileName = '.warnings';

/** Maximum number of characters of a detail. */
const maxDetail = 120;

/**
 * Parses the content of a warnings file. If a code is repeated, returns only its last warning. Limits the length of
 * each detail, and removes all characters that the names and numbers in a detail do not need.
 */
export function warningsIn(content: string): GivenWarning[] {
  const given = new Map<WarningCode, GivenWarning>();
  for (const line of content.split('\n')) {
    const [, code = '', text = '', list] = /^(\w+)(?: ([^\t]*))?(?:\t([a-z0-9 ;]+))?$/.exec(line) ?? [];
    if (!isCode(code)) continue;
    const detail = text.replaceAll(/[^\w .,:;+/%-]/g, '').slice(0, maxDetail);
    given.set(code, { code, detail, ...(list === undefined ? {} : { matches: matchesIn(list) }) });
  }
  return [...given.values()];
}

const matchesIn = (list: string): Match[] =>
  [...list.matchAll(/([a-z]{1,20}) (\d{1,6}) (\d{1,9})/g)].map(([, kind = '', page, count]) => ({
    kind,
    ...(Number(page) > 0 ? { page: Number(page) } : {}),
    count: Number(count),
  }));

const isCode = (text: string): text is WarningCode => Object.hasOwn(warnings, text);

/** Returns the sentence that describes a warning, with the detail of the warning. */
export function sentenceOf({ code, detail }: GivenWarning): string {
  return warnings[code].replace('{}', detail || 'no byte order mark');
}
