/**
 * Conversion options. Some options apply only to certain formats. script/docs writes this file from
 * docs/openapi.yaml.
 */

export interface ConversionOptions {
  /** Visual or audio quality; 100 is the best. */
  quality?: number | undefined;
  /**
   * Maximum size of the result in bytes, or with a unit like 2mb or 2mib. Uses the best quality that
   * fits.
   */
  max_size?: number | string | undefined;
  /** Width in pixels. Without a height, the proportions are kept. */
  width?: number | undefined;
  /** Height in pixels. Without a width, the proportions are kept. */
  height?: number | undefined;
  /**
   * How the image fits width and height: inside them (inside, the default), inside with bars (contain),
   * cropped to fill them (cover), or stretched (fill).
   */
  fit?: 'inside' | 'contain' | 'cover' | 'fill' | undefined;
  /**
   * Icon sizes in pixels. Sizes larger than a raster image are left out. By default 16,32,48,256 for
   * ico and 16,32,48,128,256,512,1024 for icns.
   */
  sizes?: number | string | undefined;
  /** Colour that replaces transparency: a name, or a value like #ffcc00. White by default. */
  background?: string | undefined;
  /** Degrees to rotate clockwise. */
  rotate?: 90 | 180 | 270 | undefined;
  /** Whether to keep every pixel exactly. */
  lossless?: boolean | undefined;
  /**
   * Whether to remove authors, places, dates and programs from the metadata of the result. The result
   * is checked afterwards.
   */
  strip_metadata?: boolean | undefined;
  /** Resolution of rendered pages in dots per inch. */
  dpi?: number | undefined;
  /** Pages to convert, like 1-3,7, in ascending order. All by default. */
  pages?: number | string | undefined;
  /** The frame or page to convert, counted from 1, or all for a zip archive of all frames or pages. */
  page?: number | 'all' | undefined;
  /**
   * Audio or subtitle tracks: all, numbers counted from 1, or languages like eng,deu. By default the
   * default track of the file.
   */
  track?: number | string | undefined;
  /**
   * Bit rate in kilobits per second, or with a unit like 192k or 1.5m. Numbers above 100000 are in bits
   * per second.
   */
  bitrate?: number | string | undefined;
  /** Audio samples per second. */
  sample_rate?: number | undefined;
  /** Audio channels: 1 is mono, 2 is stereo. */
  channels?: number | undefined;
  /** The video codec. copy keeps the stream unchanged. */
  video_codec?: 'h264' | 'h265' | 'vp8' | 'vp9' | 'av1' | 'mpeg4' | 'copy' | undefined;
  /** The audio codec. copy keeps the stream unchanged. */
  audio_codec?: 'aac' | 'mp3' | 'opus' | 'vorbis' | 'ac3' | 'flac' | 'pcm' | 'copy' | undefined;
  /** Frames per second. */
  fps?: number | undefined;
  /** Start time in seconds, or as hh:mm:ss. */
  start?: number | string | undefined;
  /** End time in seconds, or as hh:mm:ss. */
  end?: number | string | undefined;
  /** Whether to leave out the audio. */
  mute?: boolean | undefined;
  /** The paper size. */
  paper?: 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | undefined;
  /** Page margin in millimetres. */
  margin?: number | undefined;
  /** Whether to add a table of contents at the start. */
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
   * Whether to convert only visible sheets (the default for documents) or all sheets (the default for
   * data formats).
   */
  sheets?: 'visible' | 'all' | undefined;
  /**
   * Whether to keep comments. Comments of documents become footnotes, and comments of slides follow the
   * slide. Comments of cells are in a column called comments, or below the table.
   */
  comments?: boolean | undefined;
  /** The character that separates the cells of a line. */
  delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | undefined;
  /** Whether the first row contains the column names. */
  header?: boolean | undefined;
  /**
   * The character encoding of the source: any name of the WHATWG Encoding Standard. Detected by
   * default.
   */
  encoding?: string | undefined;
  /** Spaces of indentation for each level of nesting; 0 writes everything on one line. */
  indent?: number | undefined;
  /** Whether to convert the readable part of a damaged file. */
  salvage?: boolean | undefined;
  /** The name of the root element. */
  root?: string | undefined;
  /** Compression level; 9 is the highest. */
  level?: number | undefined;
  /** Password of an encrypted source. The password also encrypts a zip or 7z result. */
  password?: string | undefined;
  /** Encrypts the result with this password, which is needed to open it. */
  new_password?: string | undefined;
  /** Actions that readers of the result may take. All other actions are forbidden. */
  permissions?: string | undefined;
  /** The conformance level of PDF/A, the archival PDF, that the result meets. */
  pdfa?: '1b' | '2b' | '3b' | undefined;
  /**
   * Whether to recognise text in images: on all pages (true), only on pages without text (auto, the
   * default for the text of a PDF), or never (false).
   */
  ocr?: boolean | 'auto' | undefined;
  /**
   * Languages of the text to recognise, like eng+deu. By default, the script of the text decides: eng
   * for Latin script.
   */
  language?: string | undefined;
  /**
   * How Markdown includes images: their data in the text (inline, the default), separate files in a zip
   * archive (files), or captions only (none).
   */
  images?: 'inline' | 'files' | 'none' | undefined;
  /**
   * The schema of doc.json: Protean's schema (protean, the default), or docling's DoclingDocument
   * (docling).
   */
  schema?: 'protean' | 'docling' | undefined;
  /** Maximum size of a chunk in tokens (512 by default), or in characters (2000 by default). */
  chunk_size?: number | undefined;
  /**
   * Size of the overlap: the end of a chunk is repeated at the start of the next chunk of the same
   * section. At most half of chunk_size, and 0 by default.
   */
  chunk_overlap?: number | undefined;
  /**
   * The tokenizer that measures chunks (o200k_base by default). With characters, chunks are measured in
   * characters.
   */
  tokenizer?: 'o200k_base' | 'cl100k_base' | 'characters' | undefined;
  /**
   * How to treat tracked changes: accept them (final, the default for targets with flowing text),
   * reject them (original), or show both versions (all, the default for targets with fixed pages).
   */
  tracked_changes?: 'final' | 'original' | 'all' | undefined;
  /** Characters to keep: a text, or ranges like U+20-7E,U+A0. */
  subset?: string | undefined;
  /**
   * The style of a variable font: the name of a named instance like Bold, or axis values like
   * wght=700,wdth=80. Axes without a given value keep their default value.
   */
  instance?: string | undefined;
  /**
   * How Markdown includes tables with merged cells, several header rows, or lists and paragraphs in
   * cells: as pipe tables that repeat merged cells (pipe, the default), or as HTML tables (html). All
   * other tables are pipe tables.
   */
  tables?: 'pipe' | 'html' | undefined;
  /** The deepest level of headings in Markdown. Deeper headings get this level. */
  max_heading?: number | undefined;
  /**
   * Whether Markdown begins with the metadata of the document as YAML, and with the numbers of its
   * words, headings, tables and pictures.
   */
  front_matter?: boolean | undefined;
  /**
   * Whether to mark where pages or slides begin: in Markdown by a comment such as <!-- page 12 -->, in
   * HTML by an empty element with data-marked-page.
   */
  page_markers?: boolean | undefined;
  /**
   * Text to draw on the pages, like DRAFT. The placeholders {page}, {pages}, {date}, {title} and {name}
   * are replaced.
   */
  stamp_text?: string | undefined;
  /**
   * Picture to draw on the pages: png, jpg, webp, gif, svg, or the first page of a pdf. A file of the
   * form, the id of an uploaded file, a URL, or a data URL.
   */
  stamp_image?: string | undefined;
  /** Position of the stamp on the page. center by default. */
  stamp_position?:
    | 'center'
    | 'top-left'
    | 'top'
    | 'top-right'
    | 'left'
    | 'right'
    | 'bottom-left'
    | 'bottom'
    | 'bottom-right'
    | undefined;
  /** Degrees to rotate the stamp clockwise. -45 rises to the right. */
  stamp_rotation?: number | undefined;
  /** Opacity of the stamp in percent. 100 by default, which hides the content below it. */
  stamp_opacity?: number | undefined;
  /** Width of the stamp, as a percentage of the page width. 50 by default. */
  stamp_size?: number | undefined;
  /** Colour of a stamped text. gray by default. */
  stamp_colour?: string | undefined;
  /** Pages of the result to stamp, like 1-3,7, in ascending order. All by default. */
  stamp_pages?: number | string | undefined;
  /** Whether the stamp is above (the default) or behind the content. */
  stamp_layer?: 'above' | 'behind' | undefined;
  /**
   * A line at the top of every page. Two | characters separate its left, centre and right parts. A line
   * without | is centred. The placeholders {page}, {pages}, {date}, {title} and {name} are replaced.
   */
  page_header?: string | undefined;
  /**
   * A line at the bottom of every page. Two | characters separate its left, centre and right parts. A
   * line without | is centred. The placeholders {page}, {pages}, {date}, {title} and {name} are
   * replaced.
   */
  page_footer?: string | undefined;
  /**
   * The Bates number of the first page, like ACME000123. Each following page gets the next number, with
   * the same number of digits. The numbers are at the bottom right, or in place of {bates} in a header
   * or footer.
   */
  bates?: string | undefined;
  /**
   * PDF to compare the file with. The result shows the differing pages side by side. A json result
   * lists the words and areas that differ, and a zip contains this list and pictures of the differing
   * pages. A file of the form, the id of an uploaded file, a URL, or a data URL.
   */
  compare?: string | undefined;
  /** Whether to remove the attached files of a PDF. */
  remove_attachments?: boolean | undefined;
  /**
   * File to attach to the PDF. An attached file with the same name is replaced. A file of the form, the
   * id of an uploaded file, a URL, or a data URL.
   */
  attach?: string | undefined;
  /**
   * Electronic invoice in the syntax CII. The result is a Factur-X (ZUGFeRD) invoice: a PDF/A-3 with
   * the invoice attached. A file of the form, the id of an uploaded file, a URL, or a data URL.
   */
  invoice?: string | undefined;
  /**
   * PKCS#12 file with the key and certificate that sign the PDF (PAdES-B). The file is not stored after
   * the conversion. A file of the form, the id of an uploaded file, a URL, or a data URL.
   */
  sign_certificate?: string | undefined;
  /** Password of the file in sign_certificate. */
  sign_password?: string | undefined;
  /** Reason for the signature. */
  sign_reason?: string | undefined;
  /**
   * Shows the signer, time and reason of the signature in this corner. By default, the signature is not
   * visible on the page.
   */
  sign_position?: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | undefined;
  /** Page that shows the signature. 1 by default. */
  sign_page?: number | undefined;
  /**
   * Words or names that are removed from a PDF, separated by commas. The words are also found inside
   * longer words. Case, accents and line ends are ignored.
   */
  redact?: string | undefined;
  /**
   * Kinds of data that are removed from a PDF, separated by commas: email, iban, phone, card (numbers
   * of payment cards).
   */
  redact_patterns?: string | undefined;
  /**
   * A regular expression in the syntax of ripgrep. Matching text is removed from a PDF. A line end in
   * the text counts as a space.
   */
  redact_expression?: string | undefined;
  /**
   * Boxes from which all content is removed, separated by semicolons. Each box is
   * page:left,top,width,height, in points from the upper left corner of the shown page. The page all
   * means every page.
   */
  redact_boxes?: string | undefined;
  /**
   * Splits a PDF into several PDFs in a zip archive: by ranges like 1-3,4-last, every 10 pages
   * (every:10), at the bookmarks of the first level (bookmarks), at blank pages (blank_pages), or into
   * parts up to a size (size:2mb).
   */
  split?: string | undefined;
  /**
   * New order of the pages, like 3,1-2,last-9. A page may be repeated. An entry that begins with !
   * removes its pages, like !2,!5-6.
   */
  page_order?: string | undefined;
  /**
   * Rotates single pages of the result: an angle of 90, 180 or 270 degrees clockwise, and the pages,
   * like 90:1,3-4;180:7.
   */
  rotate_pages?: string | undefined;
  /** Whether to remove blank pages. A page that shows only dust from a scanner counts as blank. */
  remove_blank_pages?: boolean | undefined;
  /**
   * Visible part of the pages in millimetres: a margin to cut on each side, like 10, or
   * left,top,width,height, like 20,20,100,150. The cut content stays in the file.
   */
  crop?: string | undefined;
  /** Number of pages on each sheet. */
  nup?: '2' | '4' | '6' | '8' | '9' | '16' | undefined;
  /**
   * Whether to arrange the pages as a booklet: two on each side of a sheet, in the order for folding
   * and stapling.
   */
  booklet?: boolean | undefined;
  /**
   * Values of form fields as a JSON object, like {"name":"Ada","agrees":true}. Check boxes take true,
   * false or the name of a state. The JSON may also be sent as a file.
   */
  form?: string | undefined;
  /** Whether to draw form fields and comments as part of the pages, which prevents changes to them. */
  flatten?: boolean | undefined;
  /**
   * Bookmarks that replace the bookmarks of the PDF, as a JSON list like [{"title":"Part
   * 1","page":1,"children":[…]}]. An entry has a page, a url or only children. The JSON may also be
   * sent as a file.
   */
  bookmarks?: string | undefined;
  /**
   * Whether to make the PDF accessible (PDF/UA-1) as far as its source allows: title, language,
   * descriptions of links and fields, tab order. The result states PDF/UA only if no check finds a
   * problem. If a check finds a problem, the warning pdfua_problems names the violated rules.
   */
  pdfua?: boolean | undefined;
  /** Title in the metadata of the PDF. */
  set_title?: string | undefined;
  /** Author in the metadata of the PDF. */
  set_author?: string | undefined;
  /** Subject in the metadata of the PDF. */
  set_subject?: string | undefined;
  /** Keywords in the metadata of the PDF. */
  set_keywords?: string | undefined;
  /** Language of the text of the PDF, which screen readers use, like de or en-GB. */
  set_language?: string | undefined;
  /**
   * Whether to straighten scanned pages that are tilted by up to 7 degrees. Pages that already have a
   * text layer are not straightened.
   */
  deskew?: boolean | undefined;
  /** Whether to make the paper of scanned pages white and to remove dust. Pictures on the pages stay. */
  clean?: boolean | undefined;
  /**
   * How to compress scanned pages: sharp letters in JBIG2 above colours of a low resolution (layers,
   * the smallest for pages in colour), black and white in JBIG2 (jbig2), or all pixels in JPEG 2000
   * (jpeg2000).
   */
  scan_compression?: 'layers' | 'jbig2' | 'jpeg2000' | undefined;
  /**
   * Tenant identifier. Sandboxes are never shared between tenants. With the value job, this file gets a
   * fresh sandbox.
   */
  isolation_group?: string | undefined;
  /** Whether to merge several files into one. */
  combine?: boolean | undefined;
  /** Whether to respond with JSON: a link to the file, and a report of the steps and losses. */
  report?: boolean | undefined;
  /**
   * Traits that must not be lost, separated by commas. Conversions that would lose a listed trait are
   * rejected. Traits: alpha, animation, colour, depth, exact, vector, sound, picture, fullband, tags,
   * timing, screen, text, structure, math, styling, layout, images, pages, sheets, types, formulas,
   * tree, modes, nesting, nulls, glyphs, hinting, headings, lists, links, tables.
   */
  must_keep?: string | undefined;
}
