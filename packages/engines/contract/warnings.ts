/** What a conversion that succeeded did not do wholly as asked: `warnings` in the answer, and how a runner tells of one. */

/** The sentence of each; `{}` stands for what a runner says beside the code. */
export const warnings = {
  encoding_guessed:
    'The encoding of the text was guessed from its content ({}) and may be wrong. Name the right one in the field "encoding", where the route has it.',
  second_engine: 'Another engine than the usual one read the file, which may keep less of it.',
  salvaged: 'The file is cut off or damaged. What is left of it was converted: {}.',
  asset_missing:
    'A file that the page or drawing names, such as a picture or a style sheet, was not sent with it and is left out.',
  features_not_drawn:
    'The drawing has features that no engine at hand draws. Parts of it may be missing or look different: {}.',
  around_left_out: 'The menus, headers and footers around the article of the page were left out.',
  pdfa_left_out: 'PDF/A does not allow all that the file had. Left out: {}.',
  credentials_removed:
    'The file had content credentials (C2PA), which say where a picture comes from. The result has none.',
  pages_left_out: 'The result has fewer pages than the source: {}.',
  sheets_left_out: 'The result has fewer sheets than the source: {}.',
  hidden_slides: 'Hidden slides were left out: {}.',
  comments_left_out:
    'The result has no comments; the source has {}. The option "comments" includes them where the route has it.',
  notes_left_out: 'The result has no speaker notes; slides with notes: {}.',
  numbers_changed:
    'Headings or list items whose numbers begin again in the source are counted on in the result: {}.',
  documents_left_out: 'Documents within the document were left out: {}.',
  charts_left_out: 'The result has no charts; the source has {}.',
  hidden_sheets:
    'The workbook has hidden sheets: {}. The field "sheets" chooses between visible sheets and all of them.',
  rows_left_out: 'The result has fewer rows than the source: {}.',
  frames_left_out: 'The result has fewer frames than the source: {}.',
  references_unresolved:
    'References to pages, or to labels and entries that the document does not have, are shown as ?? or by their keys: {}.',
  attachments_left_out: 'The attachments of the mail are named in the result, but not part of it: {}.',
  metadata_left_out: 'The target cannot hold all metadata of the source. Left out: {}.',
  tracks_left_out: 'The result has fewer tracks than the source: {}.',
  fonts_replaced: 'Fonts that are not installed here were replaced: {}.',
  colours_converted: 'The result has another colour space than the source: {}.',
  hdr_reduced:
    'The source has a high dynamic range. The result shows it in the standard one: bright parts were darkened.',
  transparency_flattened: 'The source has transparency. The result has a white background in its place.',
  language_guessed:
    'The language of the text was guessed from its letters ({}). Name the languages in the field "language".',
  frame_rate_guessed:
    'The times of the file are numbers of frames, and it does not say how many come in a second: {} were taken. A first line such as {1}{1}25 says it.',
  cues_mended:
    'Subtitles that ended before they began are shown until the next ones, at most 2 seconds. Cues: {}.',
  subtitle_features_left_out: 'The result cannot hold all that the subtitles had. Left out: {}.',
  values_scaled: 'The picture holds measured values ({}): the lowest was made black and the highest white.',
  hidden_text: 'Hidden text was left out.',
  tracked_changes:
    'The document has tracked changes, and the pages show both what was deleted and what was inserted. Use the option "tracked_changes" to choose one version.',
  headers_left_out: 'The headers and footers of the document were left out.',
  embedded_data_left_out: 'Embedded pictures, sounds and keys were left out: {}.',
  characters_replaced: 'What is not valid text was replaced by the character U+FFFD: {}.',
  values_as_text: 'The target has no type for some values, which were written as text: {}.',
  keys_as_text: 'The target has only texts as keys. Others were written as text: {}.',
  tags_left_out: 'The target has no such tags. Their values were kept without them: {}.',
  files_missing: 'Files that the document names were not sent with it and are left out: {}.',
  commands_left_out:
    'Commands of the document that are not known here were left out, with what they print: {}.',
  characters_left_out: 'The target has no such characters. They were replaced or left out: {}.',
  nulls_left_out:
    'The target has no null. Members without a value were left out, in lists they are empty texts: {}.',
  numbers_rounded: 'Numbers of more digits than the target holds were rounded: {}.',
  repeated_keys: 'Of keys that are repeated in one map, the last value was kept: {}.',
  content_left_out: 'The target cannot hold all of the file. Left out: {}.',
  diagrams_not_drawn: 'Mermaid diagrams that could not be drawn were left as code: {}.',
  sizes_left_out:
    'The icon has no pictures of some sizes, because its format does not allow them or they are larger than the source: {}.',
  variations_left_out:
    'The result has one style of a variable font: {}. The option "instance" chooses another one where the route has it.',
  glyph_colours_left_out: 'The glyphs have no colours in the result. Tables left out: {}.',
  scripts_stopped: 'The scripts of the page did not end, so that it was converted without them.',
} as const;

export type WarningCode = keyof typeof warnings;

/** A warning as a runner gives it. */
export interface GivenWarning {
  code: WarningCode;
  /** What the sentence of the code leaves open; empty where it leaves nothing open. */
  detail: string;
}

/** The file in the output folder in which commands list their warnings: a line each, the code and then the detail. */
export const warningsFileName = '.warnings';

/** The warnings that `text`, the content of such a file, lists: the last one of each code. */
export function warningsIn(text: string): GivenWarning[] {
  const given = new Map<WarningCode, GivenWarning>();
  for (const line of text.split('\n')) {
    const [, code = '', detail = ''] = /^(\w+)(?: ([\w .,:;+/%-]{1,120}))?$/.exec(line) ?? [];
    if (isCode(code)) given.set(code, { code, detail });
  }
  return [...given.values()];
}

const isCode = (text: string): text is WarningCode => Object.hasOwn(warnings, text);

/** The sentence of a warning. */
export function sentenceOf({ code, detail }: GivenWarning): string {
  return warnings[code].replace('{}', detail || 'it has no mark');
}
