/** What a format is: the facts about one kind of file from which detection, planning and listing are derived. */
import type { ContainerName } from './containers.ts';

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
 * What a file of a format can hold. What the source holds and the target does not is what a route loses;
 * a chain may not pass through a format that drops what both of its ends hold.
 */
export const traits = {
  // images
  alpha: 'transparency',
  animation: 'movement',
  colour: 'colour',
  depth: 'more than 8 bits a channel',
  exact: 'every sample unchanged by compression',
  vector: 'shapes that scale',
  // sound and video
  sound: 'sound',
  picture: 'moving picture',
  fullband: 'the whole audible range',
  tags: 'title, artist and other tags',
  // subtitles
  timing: 'when each line is shown',
  screen: 'typefaces, colours and places on the screen',
  // documents, spreadsheets, ebooks
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
  // archives
  tree: 'several files in folders',
  modes: 'file times and modes',
  // data
  nesting: 'nested values',
  nulls: 'null beside empty',
  // fonts
  glyphs: 'outlines',
  hinting: 'hinting',
} as const;

export type Trait = keyof typeof traits;

/** Bytes at a place: `hex` pairs with `..` for any byte, at `at` bytes from the start (0 by default). */
export interface Magic {
  hex: string;
  at?: number;
}

export interface Format {
  /** The usual extension without a dot, lower case; the format's name on the wire. */
  ext: string;
  name: string;
  category: Category;
  mime: string;
  aliases?: readonly string[];
  holds: readonly Trait[];
  /** A file of this format starts with one of these. Absent for text and for formats without a mark. */
  magic?: readonly Magic[];
  /** Set where valid files without any of `magic` exist, so that its absence proves nothing. */
  magicOptional?: true;
  /** Bytes that somewhere in its beginning tell it from formats with the same mark: hex, any one of them. */
  sign?: readonly string[];
  /**
   * The container the format lives in, told apart by what is inside: see `formats/containers.ts`.
   * A zip-based format names an entry, an OLE one a stream, an ISO media one a brand.
   */
  inside?: { container: ContainerName; marks: readonly string[] };
  /** A chain may pass through this format: it keeps what its neighbours hold and many engines speak it. */
  hub?: true;
}
