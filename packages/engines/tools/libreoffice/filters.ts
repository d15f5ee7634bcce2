/** Lists LibreOffice's filters for reading and writing each format, by application. */
import type { Trait } from '@protean/formats/format.ts';
import type { OptionName } from '../../contract/options.ts';

/** Describes how LibreOffice opens a file: always as the file's declared format, without detection. */
export interface Load {
  filter: string;
  /** Filters of earlier program versions, for files that `filter` cannot open. */
  older?: readonly string[];
  /** The filter's options in LibreOffice's notation. */
  options?: string;
  /** The filter is used only for files that the format's usual engine cannot read. */
  fallback?: true;
  /** Signature of the file, for filters that would open any file. */
  mark?: string;
  /** How the file is checked and prepared before it is opened: encoding, columns, completeness. */
  prepare?: 'lines' | 'table' | 'dbf' | 'dif' | 'slk' | 'wpd' | 'emf' | 'wmf' | 'svg' | 'vdx';
  /** Whether a result with empty pages means that the file could not be read. */
  emptyWhenBroken?: true;
  /**
   * The filter needs the path of the file to read the file or to name a sheet. The path is not shown, because files
   * of this format have no fields or formulas that show it.
   */
  byPath?: true;
  /** The delimiter of a plain text table. If the field `delimiter` is absent, the delimiter is detected. */
  delimiter?: string;
  /** Whether the file is a single picture. The page gets the size of the picture. */
  picture?: true;
  /** The traits that the filter drops from every file. */
  loses?: readonly Trait[];
}

export interface Store {
  filter: string;
  options?: string;
  data?: Readonly<Record<string, unknown>>;
  /** Delimiter of the written plain text table. */
  delimiter?: string;
  /**
   * Set if the target is a picture in pixels. If the target is a picture in pixels, `filter` is a media type, and the
   * option `dpi` sets the resolution.
   */
  pixels?: true;
  /** Files of this format have a single sheet. */
  single?: true;
  /** Maximum number of rows and columns of a sheet. LibreOffice silently drops rows and columns beyond this maximum. */
  maxSize?: readonly [number, number];
}

export interface OfficeFormat {
  load?: Load;
  store?: Store;
  /** The options that apply to files written in this format. */
  options?: readonly OptionName[];
  /** Files of this format have a single sheet. */
  single?: true;
}

/** One of LibreOffice's applications. */
export interface Family {
  /** The UNO service that identifies the documents of this application. */
  service: string;
  formats: Readonly<Record<string, OfficeFormat>>;
  /** The filter that imports PDF pages, and the target formats for which it is used. */
  pdfImport?: { filter: string; writes: readonly string[] };
  /** The traits that the application drops from every file. */
  loses?: readonly Trait[];
}

const both = (filter: string): OfficeFormat => ({ load: { filter }, store: { filter } });
const document = (filter: string): OfficeFormat => ({ ...both(filter), options: ['toc', 'paper', 'margin'] });
const reads = (filter: string): OfficeFormat => ({ load: { filter } });
const since = (row: OfficeFormat, filter: string, ...older: string[]): OfficeFormat => ({
  ...row,
  load: { filter, older },
});

/** Filters for Word 97, with fallbacks for Word 6 and 95, Word 2 for Windows and Word 5 for the Macintosh. */
const word97 = (filter: string) =>
  since(document(filter), filter, 'MS Word 95', 'MS WinWord 6.0', 'MS WinWord 5', 'Mac_Word');
/** Filters for PowerPoint 97, with a fallback for PowerPoint 95 and earlier. */
const powerPoint = (filter: string) => since(both(filter), filter, 'PowerPoint 3');

/** Returns the entry for a picture format. LibreOffice opens a picture as a drawing of the same size. */
const metafile = (filter: string, kind: 'emf' | 'wmf' | 'svg'): OfficeFormat => ({
  load: { filter, prepare: kind, picture: true, byPath: true },
  store: { filter: `draw_${kind}_Export` },
});

/**
 * Returns the entry for a format that LibreOffice stores as tagged PDF. The tags let readers recognize headings and
 * tables.
 */
const pdf = (filter: string, ...more: OptionName[]): OfficeFormat => ({
  // Without ExportPlaceholders, the PDF would have a gap in place of a text placeholder.
  store: { filter, data: { UseTaggedPDF: true, ExportBookmarks: true, ExportPlaceholders: true } },
  options: ['quality', 'pdfa', ...more],
});

const excel97MaxSize = [65_536, 256] as const;

const excel97 = (filter: string): OfficeFormat => ({
  load: { filter },
  store: { filter, maxSize: excel97MaxSize },
});

/** Options that select sheets of a workbook, and whether cells have raw or displayed values. */
const oneSheet: readonly OptionName[] = ['sheet', 'sheets', 'values'];

const table = (delimiter: string, known: Partial<Load> = {}): OfficeFormat => ({
  load: { filter: 'Text - txt - csv (StarCalc)', prepare: 'table', byPath: true, ...known },
  store: { filter: 'Text - txt - csv (StarCalc)', delimiter, single: true },
  options: ['sheet', 'values', 'delimiter'],
  single: true,
});

const utf8 = '76';

const writer: Family = {
  service: 'com.sun.star.text.TextDocument',
  formats: {
    docx: document('MS Word 2007 XML'),
    docm: document('MS Word 2007 XML VBA'),
    dotx: document('MS Word 2007 XML Template'),
    doc: word97('MS Word 97'),
    dot: word97('MS Word 97 Vorlage'),
    odt: document('writer8'),
    ott: document('writer8_template'),
    fodt: document('OpenDocument Text Flat XML'),
    rtf: {
      load: { filter: 'Rich Text Format', mark: '{\\rtf' },
      store: { filter: 'Rich Text Format' },
      options: ['toc'],
    },
    sxw: reads('StarOffice XML (Writer)'),
    abw: reads('AbiWord'),
    // The filters for wpd, wps and pages keep tables, but read headings as paragraphs in large letters.
    wpd: { load: { filter: 'WordPerfect', prepare: 'wpd', loses: ['structure'] } },
    wps: { load: { filter: 'MS_Works', loses: ['structure'] } },
    pages: { load: { filter: 'Apple Pages', loses: ['structure'] } },
    // LibreOffice only reads plain text and does not write it. Other engines make plain text from docx or odt, because
    // the readers of docx and odt warn about losses.
    txt: { load: { filter: 'Text (encoded)', prepare: 'lines', byPath: true } },
    pdf: pdf('writer_pdf_Export', 'toc', 'paper', 'margin', 'tracked_changes'),
  },
};

const impress: Family = {
  service: 'com.sun.star.presentation.PresentationDocument',
  formats: {
    pptx: both('Impress MS PowerPoint 2007 XML'),
    pptm: both('Impress MS PowerPoint 2007 XML VBA'),
    ppsx: both('Impress MS PowerPoint 2007 XML AutoPlay'),
    potx: both('Impress MS PowerPoint 2007 XML Template'),
    ppt: powerPoint('MS PowerPoint 97'),
    pps: powerPoint('MS PowerPoint 97 AutoPlay'),
    pot: powerPoint('MS PowerPoint 97 Vorlage'),
    odp: both('impress8'),
    otp: both('impress8_template'),
    fodp: both('OpenDocument Presentation Flat XML'),
    sxi: reads('StarOffice XML (Impress)'),
    // The filter reads titles and lists as plain text boxes.
    key: { load: { filter: 'Apple Keynote', loses: ['structure'] } },
    pdf: pdf('impress_pdf_Export'),
  },
  pdfImport: { filter: 'impress_pdf_import', writes: ['pptx', 'odp'] },
  // Formulas within the text of a slide are lost.
  loses: ['math'],
};

const draw: Family = {
  service: 'com.sun.star.drawing.DrawingDocument',
  formats: {
    odg: both('draw8'),
    otg: both('draw8_template'),
    fodg: both('OpenDocument Drawing Flat XML'),
    sxd: reads('StarOffice XML (Draw)'),
    pub: { load: { filter: 'Publisher Document', emptyWhenBroken: true } },
    vsdx: reads('Visio Document'),
    vsd: { load: { filter: 'Visio Document', emptyWhenBroken: true } },
    vdx: {
      load: { filter: 'Visio Document', mark: '<?xml', prepare: 'vdx', byPath: true, emptyWhenBroken: true },
    },
    pdf: pdf('draw_pdf_Export'),
  },
  pdfImport: { filter: 'draw_pdf_import', writes: ['odg'] },
};

const metafiles: Family = {
  service: 'com.sun.star.drawing.DrawingDocument',
  formats: {
    emf: metafile('EMF - MS Windows Metafile', 'emf'),
    wmf: metafile('WMF - MS Windows Metafile', 'wmf'),
    svg: metafile('SVG - Scalable Vector Graphics Draw', 'svg'),
    png: { store: { filter: 'image/png', pixels: true }, options: ['dpi'] },
    pdf: pdf('draw_pdf_Export'),
  },
};

const calc: Family = {
  service: 'com.sun.star.sheet.SpreadsheetDocument',
  formats: {
    xlsx: both('Calc MS Excel 2007 XML'),
    xlsm: both('Calc MS Excel 2007 VBA XML'),
    xltx: both('Calc MS Excel 2007 XML Template'),
    xlsb: reads('Calc MS Excel 2007 Binary'),
    xls: excel97('MS Excel 97'),
    xlt: excel97('MS Excel 97 Vorlage/Template'),
    ods: both('calc8'),
    ots: both('calc8_template'),
    fods: both('OpenDocument Spreadsheet Flat XML'),
    sxc: reads('StarOffice XML (Calc)'),
    // Reads only files of Numbers '09. Protean's own reader handles later versions.
    numbers: { load: { filter: 'Apple Numbers', fallback: true, byPath: true } },
    dbf: {
      load: { filter: 'dBase', prepare: 'dbf', byPath: true },
      store: { filter: 'dBase', options: utf8, single: true, maxSize: [1_048_576, 255] },
      options: oneSheet,
      single: true,
    },
    dif: {
      load: { filter: 'DIF', mark: 'TABLE', prepare: 'dif' },
      store: { filter: 'DIF', options: utf8, single: true },
      options: oneSheet,
      single: true,
    },
    slk: {
      load: { filter: 'SYLK', mark: 'ID;', prepare: 'slk' },
      store: { filter: 'SYLK', options: utf8, single: true },
      options: oneSheet,
      single: true,
    },
    csv: table(','),
    tsv: table('\t', { delimiter: '\t' }),
    html: { store: { filter: 'HTML (StarCalc)' }, options: [...oneSheet, 'comments'] },
    // LibreOffice 25.2 tags each cell, which makes the PDF of a sheet several times as large. LibreOffice 7.4 does not
    // tag cells.
    pdf: {
      store: {
        filter: 'calc_pdf_Export',
        data: { UseTaggedPDF: false, ExportBookmarks: true, ExportNotes: false },
      },
      options: ['quality', 'pdfa', 'paper', 'margin', ...oneSheet, 'comments'],
    },
  },
};

export const families: readonly Family[] = [writer, impress, draw, metafiles, calc];
