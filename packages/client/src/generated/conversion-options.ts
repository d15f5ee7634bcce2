/**
 * Options of conversions; which of them mean something depends on the formats. script/docs writes
 * this file from docs/openapi.yaml.
 */

export interface ConversionOptions {
  /** Visual or audible quality; 100 is the best. */
  quality?: number | undefined;
  /** The largest size of the result, in bytes or like 2mb or 2mib; the best quality that fits is used. */
  max_size?: number | string | undefined;
  /** Pixels; without the other side the proportions are kept. */
  width?: number | undefined;
  /** Pixels; without the other side the proportions are kept. */
  height?: number | undefined;
  /**
   * How the picture fits width and height: inside them (the default), inside with bars, covering with
   * cropping, or stretched.
   */
  fit?: 'inside' | 'contain' | 'cover' | 'fill' | undefined;
  /**
   * The sizes of an icon in pixels, none larger than the picture unless it is a drawing. By default
   * 16,32,48,256 for ico and 16,32,48,128,256,512,1024 for icns.
   */
  sizes?: number | string | undefined;
  /** The colour put behind transparency: a name or like #ffcc00; white by default. */
  background?: string | undefined;
  /** By how many degrees to turn it clockwise. */
  rotate?: 90 | 180 | 270 | undefined;
  /** Whether to keep every pixel exactly. */
  lossless?: boolean | undefined;
  /**
   * Whether to remove what the result says of authors, places, dates and programs; it is then looked at
   * again.
   */
  strip_metadata?: boolean | undefined;
  /** The resolution in which pages are rendered, dots per inch. */
  dpi?: number | undefined;
  /** Which pages, like 1-3,7, in rising order; all by default. */
  pages?: number | string | undefined;
  /** Which one of several frames or pages, counted from 1, or all of them in a zip archive. */
  page?: number | 'all' | undefined;
  /**
   * Which tracks of sound or subtitles: all, numbers counted from 1, or languages like eng,deu; the
   * default track without it.
   */
  track?: number | string | undefined;
  /** Kilobits per second, or like 192k or 1.5m; a number above 100000 is in bits per second. */
  bitrate?: number | string | undefined;
  /** Audio samples per second. */
  sample_rate?: number | undefined;
  /** Audio channels: 1 is mono, 2 is stereo. */
  channels?: number | undefined;
  /** The video codec; copy keeps the stream as it is. */
  video_codec?: 'h264' | 'h265' | 'vp8' | 'vp9' | 'av1' | 'mpeg4' | 'copy' | undefined;
  /** The audio codec; copy keeps the stream as it is. */
  audio_codec?: 'aac' | 'mp3' | 'opus' | 'vorbis' | 'ac3' | 'flac' | 'pcm' | 'copy' | undefined;
  /** Frames per second. */
  fps?: number | undefined;
  /** Where to begin: seconds, or hh:mm:ss. */
  start?: number | string | undefined;
  /** Where to stop: seconds, or hh:mm:ss. */
  end?: number | string | undefined;
  /** Whether to leave out the audio. */
  mute?: boolean | undefined;
  /** The paper size. */
  paper?: 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | undefined;
  /** The page margin in millimetres. */
  margin?: number | undefined;
  /** Whether to begin with a table of contents. */
  toc?: boolean | undefined;
  /** The name of a sheet, or its number counted from 1. */
  sheet?: string | undefined;
  /**
   * The values of cells: raw (the default of data formats) writes the stored value with all digits, ISO
   * dates and elapsed times as h:mm:ss. shown (the default of documents) writes the text that the
   * spreadsheet program displays.
   */
  values?: 'raw' | 'shown' | undefined;
  /**
   * Whether to convert only visible sheets (the default of documents) or hidden ones too (the default
   * of data formats).
   */
  sheets?: 'visible' | 'all' | undefined;
  /**
   * Whether to keep comments: those of a document as footnotes, those of a slide behind it, those of
   * cells in a column called comments or below the table.
   */
  comments?: boolean | undefined;
  /** The character between the cells of a line. */
  delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | undefined;
  /** Whether the first row holds the column names. */
  header?: boolean | undefined;
  /**
   * The character encoding of the source, by any name of the WHATWG Encoding Standard; by default it is
   * detected.
   */
  encoding?: string | undefined;
  /** Spaces of indentation for each level of nesting; 0 writes everything on one line. */
  indent?: number | undefined;
  /** Whether to convert what is left of a damaged file. */
  salvage?: boolean | undefined;
  /** The name of the root element. */
  root?: string | undefined;
  /** The compression level; 9 is the highest. */
  level?: number | undefined;
  /** Opens an encrypted file; an archive written with it is encrypted. */
  password?: string | undefined;
  /** Locks the result: who opens it is asked for this password. */
  new_password?: string | undefined;
  /** What readers of the result may do; nothing else is allowed to them. */
  permissions?: string | undefined;
  /** The level of PDF/A, the PDF for archives, that the result conforms to. */
  pdfa?: '1b' | '2b' | '3b' | undefined;
  /** Whether to read text from pictures: of all pages, or (auto) of those without text. */
  ocr?: boolean | 'auto' | undefined;
  /** The languages of text in pictures, like eng+deu; eng by default. */
  language?: string | undefined;
  /**
   * What becomes of pictures in Markdown: their data in the text (the default), files beside it in a
   * zip archive, or nothing but their captions.
   */
  images?: 'inline' | 'files' | 'none' | undefined;
  /**
   * The tracked changes of a document: accepted (final, the default for texts), rejected (original), or
   * both shown (all, the default for pages).
   */
  tracked_changes?: 'final' | 'original' | 'all' | undefined;
  /** The characters to keep: a text, or ranges like U+20-7E,U+A0. */
  subset?: string | undefined;
  /**
   * The style of a variable font: the name of a named instance like Bold, or axis values like
   * wght=700,wdth=80. Axes that are not named have their default value.
   */
  instance?: string | undefined;
  /**
   * Whose file it is, of those you convert for: no sandbox is shared between two groups; job: a fresh
   * one for this file.
   */
  isolation_group?: string | undefined;
  /** Several files become one. */
  combine?: boolean | undefined;
  /** The answer is JSON with a link to the file and a report of what was done and lost. */
  report?: boolean | undefined;
  /**
   * What must not be lost, separated by commas, or the conversion is refused: alpha, animation, colour,
   * depth, exact, vector, sound, picture, fullband, tags, timing, screen, text, structure, math,
   * styling, layout, images, pages, sheets, types, formulas, tree, modes, nesting, nulls, glyphs,
   * hinting, headings, lists, links, tables.
   */
  must_keep?: string | undefined;
}
