/**
 * Defines the file info table: name, type and meaning of each field. Reports, their schema and docs/report.md are
 * generated from this table.
 */

/**
 * The types that a field of the file info can have. A `count` is a whole number. A `names` field is a list of strings.
 * The names in fields such as `languages` are sorted and have no duplicates. The names in fields such as `codecs` are
 * in the order of the file's parts (grouped by kind of track) and may have duplicates.
 */
interface FactTypes {
  count: number;
  number: number;
  flag: boolean;
  name: string;
  names: string[];
}

interface FactRow {
  type: keyof FactTypes;
  /** Kinds of files for which the file info contains this field. */
  of: string;
  description: string;
}

export const factTable = {
  pages: {
    type: 'count',
    of: 'pdf, presentations, comics, tiff',
    description: 'pages or slides, including hidden ones',
  },
  scanned_pages: {
    type: 'names',
    of: 'pdf',
    description: 'pages that consist of pictures or outlines, as numbers and ranges such as `3-7`',
  },
  mixed_pages: {
    type: 'names',
    of: 'pdf',
    description: 'pages with both text and large pictures, as numbers and ranges',
  },
  words: {
    type: 'count',
    of: 'documents, rich text, pages, texts, books',
    description: 'words; in scripts without spaces, every letter counts as a word',
  },
  headings: { type: 'count', of: 'texts, pages, pptx', description: 'headings with text' },
  lists: { type: 'count', of: 'texts, html', description: 'lists, without numbered headings' },
  tables: { type: 'count', of: 'documents, pages', description: 'tables' },
  links: {
    type: 'count',
    of: 'documents, pages, pdf',
    description: 'external addresses of links; repeated addresses count once',
  },
  pictures: {
    type: 'count',
    of: 'documents, pages, books, pdf',
    description: 'pictures and drawings; in a pdf, only pictures',
  },
  footnotes: { type: 'count', of: 'texts', description: 'footnotes and endnotes' },
  equations: { type: 'count', of: 'documents', description: 'equations' },
  fonts: {
    type: 'names',
    of: 'texts, pdf, fonts',
    description: 'fonts of Latin letters; a pdf states PostScript names, and a font file its family',
  },
  chapters: {
    type: 'count',
    of: 'books, recordings, videos',
    description: 'chapters; in an epub, entries of its table of contents',
  },
  attachments: { type: 'count', of: 'mail', description: 'attachments' },
  sheets: { type: 'count', of: 'workbooks, xls, csv, tsv', description: 'sheets, including hidden ones' },
  rows: { type: 'count', of: 'workbooks, csv, tsv', description: 'rows with a value, in all sheets' },
  columns: { type: 'count', of: 'workbooks, csv, tsv', description: 'columns of the widest sheet' },
  formulas: { type: 'count', of: 'workbooks', description: 'cells with a formula' },
  charts: { type: 'count', of: 'workbooks', description: 'charts' },
  records: {
    type: 'count',
    of: 'data',
    description: 'members of the outermost list; 1 if the outermost value is not a list',
  },
  keys: { type: 'count', of: 'data', description: 'keys of all objects' },
  depth: {
    type: 'count',
    of: 'data',
    description: 'nesting depth of a record; 1 if no value contains another value',
  },
  nulls: { type: 'count', of: 'data', description: 'values that are null' },
  width: { type: 'count', of: 'pictures, videos', description: 'pixels, as stored' },
  height: { type: 'count', of: 'pictures, videos', description: 'pixels, as stored' },
  frames: { type: 'count', of: 'pictures', description: 'frames; 1 for a still picture' },
  bits: { type: 'count', of: 'pictures', description: 'bits per channel' },
  alpha: { type: 'flag', of: 'pictures', description: 'whether pixels may be transparent' },
  colour_model: { type: 'name', of: 'pictures', description: '`rgb`, `grey`, `cmyk` or `lab`' },
  profile: { type: 'name', of: 'pictures', description: 'name of the colour profile, or `none`' },
  credentials: {
    type: 'flag',
    of: 'pictures, recordings, videos, pdf',
    description: 'whether the file has content credentials (C2PA)',
  },
  seconds: { type: 'number', of: 'recordings, videos, subtitles', description: 'duration in seconds' },
  video_tracks: {
    type: 'count',
    of: 'recordings, videos',
    description: 'video tracks, without cover pictures',
  },
  audio_tracks: { type: 'count', of: 'recordings, videos', description: 'audio tracks' },
  subtitle_tracks: { type: 'count', of: 'recordings, videos', description: 'subtitle tracks' },
  codecs: { type: 'names', of: 'recordings, videos', description: 'codec of each track' },
  languages: { type: 'names', of: 'recordings, videos', description: 'languages of tracks' },
  frame_rate: { type: 'number', of: 'videos', description: 'average number of frames per second' },
  sample_rate: { type: 'count', of: 'recordings, videos', description: 'samples per second' },
  channels: { type: 'count', of: 'recordings, videos', description: 'channels of the first audio track' },
  tags: { type: 'count', of: 'recordings, videos', description: 'kinds of tags, such as title and artist' },
  cues: { type: 'count', of: 'subtitles', description: 'cues' },
  files: { type: 'count', of: 'archives', description: 'files, without folders' },
  folders: {
    type: 'count',
    of: 'archives',
    description: 'folders, including those that occur only in the paths of files',
  },
  bytes: { type: 'count', of: 'archives', description: 'total size of all files, as listed in the archive' },
  glyphs: { type: 'count', of: 'fonts', description: 'glyphs' },
  axes: { type: 'names', of: 'fonts', description: 'axes of a variable font' },
  hinted: { type: 'flag', of: 'fonts', description: 'whether the font has hinting instructions' },
} as const satisfies Record<string, FactRow>;

export type FactName = keyof typeof factTable;

/** File info of one file. Fields that could not be read are omitted. */
export type Facts = { readonly [Name in FactName]?: FactTypes[(typeof factTable)[Name]['type']] };

/** Names of the fields whose value is a whole number. */
export type CountName = {
  [Name in FactName]: (typeof factTable)[Name]['type'] extends 'count' ? Name : never;
}[FactName];

/**
 * Output of the reader for one file. `unread` is a log message that explains why the remaining fields could not be
 * read.
 */
export interface FileInfoRead {
  facts: Facts;
  unread?: string;
}

const maxNames = 100;
const maxLetters = 100;

/** Parses the reader's output, which is untrusted. Omits unknown fields and values of the wrong type. */
export function fileInfoIn(text: string): FileInfoRead {
  const read = parsed(text);
  const known = Object.entries(read.facts ?? {}).flatMap(([name, value]) => {
    const valid = isFact(name) ? validated(factTable[name].type, value) : undefined;
    return valid === undefined ? [] : [[name, valid] as const];
  });
  const facts = Object.fromEntries(known) as Facts;
  return typeof read.unread === 'string' ? { facts, unread: printable(read.unread) } : { facts };
}

function parsed(text: string): { facts?: object; unread?: unknown } {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return { unread: 'not JSON' };
  }
}

const isFact = (name: string): name is FactName => Object.hasOwn(factTable, name);

function validated(type: keyof FactTypes, value: unknown): unknown {
  const isNumber = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (type === 'count') return isNumber && Number.isSafeInteger(value) ? value : undefined;
  if (type === 'number') return isNumber ? value : undefined;
  if (type === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (type === 'name') return typeof value === 'string' ? printable(value) : undefined;
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((one): one is string => typeof one === 'string')
    .slice(0, maxNames)
    .map(printable);
}

const printable = (text: string) =>
  text
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, maxLetters);
