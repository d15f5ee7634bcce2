/** Defines the properties of a format, which detection, route planning and format lists use. */
import type { ContainerName } from './detection/containers.ts';

export const categories = [
  'image',
  'video',
  'audio',
  'subtitle',
  'document',
  'spreadsheet',
  'ebook',
  'archive',
  'font',
  'data',
] as const;

export type Category = (typeof categories)[number];

/**
 * Content that files of a format can have. A route loses a trait if its source format has the trait and its target
 * format lacks it. In a route with several steps, every intermediate format must have all traits that source and target
 * share.
 */
export const traits = {
  // Traits of images.
  alpha: 'transparency',
  animation: 'animation',
  colour: 'colour',
  depth: 'more than 8 bits per channel',
  exact: 'lossless samples',
  vector: 'vector graphics',
  // Traits of audio and video.
  sound: 'sound',
  picture: 'video',
  fullband: 'the full audible frequency range',
  tags: 'title, artist and other tags',
  // Traits of subtitles.
  timing: 'when each line is shown',
  screen: 'typefaces, colours and positions on the screen',
  // Traits of documents, spreadsheets and e-books.
  text: 'text that can be searched',
  structure: 'headings, lists, links and tables',
  math: 'mathematical notation',
  styling: 'fonts and emphasis',
  layout: 'the look of each page',
  images: 'embedded images',
  pages: 'several pages',
  sheets: 'several sheets',
  types: 'the types of values',
  formulas: 'formulas',
  // Traits of archives.
  tree: 'several files in folders',
  modes: 'file times and modes',
  // Traits of data formats.
  nesting: 'nested values',
  nulls: 'null as distinct from empty',
  // Traits of fonts.
  glyphs: 'outlines',
  hinting: 'hinting',
} as const;

export type Trait = keyof typeof traits;

/**
 * Groups of formats that share their encoding, their kind of content or both, so that most tools treat them in the same
 * way. A format may be in several families.
 */
export const families = [
  // Office Open XML zip packages: plain documents, macro-enabled documents, templates and slide shows.
  ...(['ooxml-text', 'ooxml-sheet', 'ooxml-slides'] as const),
  // OpenDocument formats, grouped by the kind of their content.
  ...(['opendocument-text', 'opendocument-sheet', 'opendocument-slides', 'opendocument-drawing'] as const),
  // OpenDocument formats, grouped by their encoding: a zip package, or a single XML file.
  ...(['opendocument-package', 'opendocument-flat'] as const),
  // Binary files of Microsoft Office 97–2003.
  ...(['word-97', 'excel-97', 'powerpoint-97'] as const),
  'text-template',
  ...(['mpeg4-video', 'mpeg4-audio', '3gpp', 'matroska-video', 'matroska-audio'] as const),
] as const;

export type Family = (typeof families)[number];

/** A byte signature: `hex` pairs, with `..` for any byte, at the offset `at` (default 0). */
export interface Magic {
  hex: string;
  at?: number;
}

export interface Format {
  /** The usual extension in lower case, without a dot. The extension is also the name of the format in the API. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  aliases?: readonly string[];
  /**
   * Extensions that this format shares with another format. The content of a file decides which of the two formats
   * applies.
   */
  sharedNames?: readonly string[];
  holds: readonly Trait[];
  families?: readonly Family[];
  /**
   * Signatures of the format. Every file of the format has one of the signatures, unless `magicOptional` is set. Absent
   * for text and other formats without a signature.
   */
  magic?: readonly Magic[];
  /** True if some valid files have no signature, so that a missing signature proves nothing. */
  magicOptional?: true;
  /**
   * Byte strings in hex that identify the format. A file with one of the byte strings near its beginning has this
   * format, and not another format with the same signature.
   */
  sign?: readonly string[];
  /**
   * Container of the format, and the marks that identify the format inside the container. Marks are entry names of a
   * zip, stream names of an OLE file, or brands of an ISO media file (see `containers.ts`).
   */
  inside?: { container: ContainerName; marks: readonly string[] };
  /**
   * Whether a route with several steps may use this format as an intermediate format. A good intermediate format keeps
   * the content of similar formats, and many engines support it.
   */
  hub?: true;
  /** Like `hub`, but only for routes from these source formats. */
  hubFor?: readonly string[];
}
