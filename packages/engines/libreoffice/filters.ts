/** LibreOffice's filters as rows: the name under which each of its programs reads and writes a format. */
import type { OptionName } from '../runtime/options.ts';

/** How a file is opened: always as what it is said to be, never as what it looks like. */
export interface Load {
  filter: string;
  /** The filter's options as LibreOffice spells them. */
  options?: string;
  /** What the file must begin with, where LibreOffice would open anything. */
  mark?: string;
  /** What has to be found out about the file before it is opened: its encoding, its columns, whether it is whole. */
  look?: 'lines' | 'table' | 'dbf' | 'dif' | 'slk' | 'wpd' | 'emf' | 'wmf' | 'svg';
  /** Pages without anything on them are those of a file that could not be read. */
  emptyWhenBroken?: true;
  /** The delimiter of a table in plain text; looked for where absent. */
  delimiter?: string;
  /** It is one picture, and the page is to be as large. */
  picture?: true;
}

export interface Store {
  filter: string;
  options?: string;
  data?: Readonly<Record<string, unknown>>;
  /** Writes a table in plain text. */
  delimiter?: string;
  /** Draws dots, as many an inch as asked for; `filter` is a media type. */
  dots?: true;
  /** One sheet a file. */
  single?: true;
  /** Rows and columns a sheet may have; LibreOffice leaves out the rest without a word. */
  room?: readonly [number, number];
}

export interface OfficeFormat {
  load?: Load;
  store?: Store;
  /** Options of ours that the written format understands. */
  takes?: readonly OptionName[];
  /** A file of it is one sheet. */
  single?: true;
}

/** One of LibreOffice's programs. */
export interface Family {
  /** What a document of it says it is, once open. */
  service: string;
  formats: Readonly<Record<string, OfficeFormat>>;
  /** The filter that draws a PDF's pages again, and what they are worth being written as. */
  redraws?: { filter: string; writes: readonly string[] };
}

const both = (filter: string): OfficeFormat => ({ load: { filter }, store: { filter } });
const document = (filter: string): OfficeFormat => ({ ...both(filter), takes: ['toc', 'paper', 'margin'] });
const reads = (filter: string): OfficeFormat => ({ load: { filter } });

/** One picture, opened as a drawing of its own size. */
const metafile = (filter: string, look: 'emf' | 'wmf' | 'svg'): OfficeFormat => ({
  load: { filter, look, picture: true },
  store: { filter: `draw_${look}_Export` },
});

/** Tagged, so that headings and tables stay known to readers that ask. */
const pdf = (filter: string, ...more: OptionName[]): OfficeFormat => ({
  store: { filter, data: { UseTaggedPDF: true, ExportBookmarks: true } },
  takes: ['quality', ...more],
});

const oldExcelRoom = [65_536, 256] as const;

const oldExcel = (filter: string): OfficeFormat => ({
  load: { filter },
  store: { filter, room: oldExcelRoom },
});

const table = (delimiter: string, known: Partial<Load> = {}): OfficeFormat => ({
  load: { filter: 'Text - txt - csv (StarCalc)', look: 'table', ...known },
  store: { filter: 'Text - txt - csv (StarCalc)', delimiter, single: true },
  takes: ['sheet', 'delimiter'],
  single: true,
});

const utf8 = '76';

const writer: Family = {
  service: 'com.sun.star.text.TextDocument',
  formats: {
    docx: document('MS Word 2007 XML'),
    docm: document('MS Word 2007 XML VBA'),
    dotx: document('MS Word 2007 XML Template'),
    doc: document('MS Word 97'),
    dot: document('MS Word 97 Vorlage'),
    odt: document('writer8'),
    ott: document('writer8_template'),
    fodt: document('OpenDocument Text Flat XML'),
    rtf: {
      load: { filter: 'Rich Text Format', mark: '{\\rtf' },
      store: { filter: 'Rich Text Format' },
      takes: ['toc'],
    },
    sxw: reads('StarOffice XML (Writer)'),
    abw: reads('AbiWord'),
    wpd: { load: { filter: 'WordPerfect', look: 'wpd' } },
    wps: reads('MS_Works'),
    pages: reads('Apple Pages'),
    txt: {
      load: { filter: 'Text (encoded)', look: 'lines' },
      store: { filter: 'Text (encoded)', options: 'UTF8,LF,,,' },
    },
    pdf: pdf('writer_pdf_Export', 'toc', 'paper', 'margin'),
  },
};

const impress: Family = {
  service: 'com.sun.star.presentation.PresentationDocument',
  formats: {
    pptx: both('Impress MS PowerPoint 2007 XML'),
    pptm: both('Impress MS PowerPoint 2007 XML VBA'),
    ppsx: both('Impress MS PowerPoint 2007 XML AutoPlay'),
    potx: both('Impress MS PowerPoint 2007 XML Template'),
    ppt: both('MS PowerPoint 97'),
    pps: both('MS PowerPoint 97 AutoPlay'),
    pot: both('MS PowerPoint 97 Vorlage'),
    odp: both('impress8'),
    otp: both('impress8_template'),
    fodp: both('OpenDocument Presentation Flat XML'),
    sxi: reads('StarOffice XML (Impress)'),
    key: reads('Apple Keynote'),
    pdf: pdf('impress_pdf_Export'),
  },
  redraws: { filter: 'impress_pdf_import', writes: ['pptx', 'odp'] },
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
    pdf: pdf('draw_pdf_Export'),
  },
  redraws: { filter: 'draw_pdf_import', writes: ['odg'] },
};

const metafiles: Family = {
  service: 'com.sun.star.drawing.DrawingDocument',
  formats: {
    emf: metafile('EMF - MS Windows Metafile', 'emf'),
    wmf: metafile('WMF - MS Windows Metafile', 'wmf'),
    svg: metafile('SVG - Scalable Vector Graphics Draw', 'svg'),
    png: { store: { filter: 'image/png', dots: true }, takes: ['dpi'] },
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
    xls: oldExcel('MS Excel 97'),
    xlt: oldExcel('MS Excel 97 Vorlage/Template'),
    ods: both('calc8'),
    ots: both('calc8_template'),
    fods: both('OpenDocument Spreadsheet Flat XML'),
    sxc: reads('StarOffice XML (Calc)'),
    dbf: {
      load: { filter: 'dBase', look: 'dbf' },
      store: { filter: 'dBase', options: utf8, single: true, room: [1_048_576, 255] },
      single: true,
    },
    dif: {
      load: { filter: 'DIF', mark: 'TABLE', look: 'dif' },
      store: { filter: 'DIF', options: utf8, single: true },
      single: true,
    },
    slk: {
      load: { filter: 'SYLK', mark: 'ID;', look: 'slk' },
      store: { filter: 'SYLK', options: utf8, single: true },
      single: true,
    },
    csv: table(','),
    tsv: table('\t', { delimiter: '\t' }),
    html: { store: { filter: 'HTML (StarCalc)' } },
    pdf: pdf('calc_pdf_Export', 'paper', 'margin', 'sheet'),
  },
};

export const families: readonly Family[] = [writer, impress, draw, metafiles, calc];
