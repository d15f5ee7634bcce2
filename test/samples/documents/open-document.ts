/**
 * Samples of OpenDocument and of its predecessor OpenOffice.org 1. Code in this file writes the letter and the sample
 * workbook as XML.
 */
import { writeFile } from 'node:fs/promises';
import { letter, letterTexts } from './letter.ts';
import type { SampleMaker } from '../samples.ts';
import { workbook, type Cell } from '../spreadsheets/workbook.ts';
import { escapeXml, writeZip, xmlHead } from '../archives/zip.ts';

type OpenDocumentKind = 'text' | 'presentation' | 'graphics' | 'spreadsheet';

/** The parts of the syntax that differ between OpenDocument and OpenOffice.org 1. */
interface OfficeDialect {
  namespaces: string;
  list: string;
  /** Name of the attribute for the level of a heading. */
  level: string;
  /** Namespace prefix of the attributes for the value of a cell. */
  value: string;
  body: (kind: OpenDocumentKind, content: string) => string;
  box: (n: number, box: Box) => string;
  /** Whether slides can contain tables. */
  slideTables: boolean;
}

/** A box on a page: the title of a slide (`title`), a table (`table`), or a text box if `kind` is not set. */
interface Box {
  content: string;
  kind?: 'title' | 'table';
}

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const place = (n: number) => `svg:x="2cm" svg:y="${1 + 2 * n}cm" svg:width="20cm" svg:height="1.5cm"`;
const classOf = ({ kind }: Box) =>
  kind === 'title'
    ? ' presentation:class="title" presentation:style-name="slide-title"'
    : ' draw:style-name="plain"';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

const openDocument: OfficeDialect = {
  namespaces: `${['office', 'text', 'table', 'style', 'presentation', 'meta']
    .map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`)
    .join(
      ' ',
    )} xmlns:draw="${oasis}:drawing:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" xmlns:fo="${oasis}:xsl-fo-compatible:1.0" xmlns:number="${oasis}:datastyle:1.0" xmlns:of="${oasis}:of:1.2" ${xlink}`,
  list: 'text:list',
  level: 'text:outline-level',
  value: 'office',
  body: (kind, content) => {
    const element = kind === 'graphics' ? 'drawing' : kind;
    return `<office:body><office:${element}>${content}</office:${element}></office:body>`;
  },
  box: (n, box) =>
    `<draw:frame ${place(n)}${classOf(box)}>${box.kind === 'table' ? box.content : `<draw:text-box>${box.content}</draw:text-box>`}</draw:frame>`,
  slideTables: true,
};

const openOffice1: OfficeDialect = {
  namespaces: `${['office', 'text', 'table', 'style', 'presentation', 'meta']
    .map((name) => `xmlns:${name}="http://openoffice.org/2000/${name}"`)
    .join(
      ' ',
    )} xmlns:draw="http://openoffice.org/2000/drawing" xmlns:svg="http://www.w3.org/2000/svg" xmlns:fo="http://www.w3.org/1999/XSL/Format" ${xlink}`,
  list: 'text:unordered-list',
  level: 'text:level',
  value: 'table',
  body: (_, content) => `<office:body>${content}</office:body>`,
  box: (n, box) => `<draw:text-box ${place(n)}${classOf(box)}>${box.content}</draw:text-box>`,
  slideTables: false,
};

const paragraph = (text: string) => `<text:p>${text}</text:p>`;

function content(kind: OpenDocumentKind, dialect: OfficeDialect): string {
  const makers = {
    text: letterText,
    presentation: letterSlides,
    graphics: letterDrawing,
    spreadsheet: sheets,
  };
  return dialect.body(kind, makers[kind](dialect));
}

function letterText(dialect: OfficeDialect): string {
  const heading = (text: string) => `<text:h ${dialect.level}="1">${text}</text:h>`;
  return [
    `<text:p text:style-name="Title">${letter.title}</text:p>`,
    ...letter.sections.flatMap((section) => [heading(section.heading), ...section.paragraphs.map(paragraph)]),
    list(dialect),
    table(),
    `<text:p>See ${link}.</text:p>`,
  ].join('');
}

const link = `<text:a xlink:type="simple" xlink:href="${letter.link.href}">${letter.link.text}</text:a>`;

function list({ list: element }: OfficeDialect): string {
  const items = letter.list.map((item) => `<text:list-item>${paragraph(item)}</text:list-item>`);
  return `<${element} text:style-name="Bullets">${items.join('')}</${element}>`;
}

const table = (cellStyle = '') =>
  `<table:table table:name="Berths"><table:table-column table:number-columns-repeated="2"/>${letter.table
    .map(
      (row) =>
        `<table:table-row>${row.map((cell) => `<table:table-cell${cellStyle}>${paragraph(cell)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

function letterSlides(dialect: OfficeDialect): string {
  const title = (text: string): Box => ({ content: paragraph(text), kind: 'title' });
  const cells: Box[] = dialect.slideTables
    ? [{ content: table(' table:style-name="open"'), kind: 'table' }]
    : letter.table.flat().map((cell) => ({ content: paragraph(cell) }));
  const slides: Box[][] = [
    [title(letter.title)],
    ...letter.sections.map(({ heading, paragraphs }) => [
      title(heading),
      { content: paragraphs.map(paragraph).join('') },
    ]),
    [{ content: list(dialect) }],
    [...cells, { content: `<text:p>${link}</text:p>` }],
  ];
  return slides.map((boxes, n) => page(dialect, n, boxes)).join('');
}

/** Returns two pages of text boxes. */
function letterDrawing(dialect: OfficeDialect): string {
  const texts = letterTexts();
  const boxes = texts.map((text) => ({ content: paragraph(text) }));
  return [boxes.slice(0, 6), boxes.slice(6)].map((part, n) => page(dialect, n, part)).join('');
}

function page({ box }: OfficeDialect, n: number, boxes: readonly Box[]): string {
  const layout = boxes[0]?.kind === 'title' ? ' presentation:presentation-page-layout-name="titled"' : '';
  // Moves the boxes below a table down, because a table is as high as several text boxes.
  const top = (at: number) => (boxes.slice(0, at).some(({ kind }) => kind === 'table') ? at + 4 : at);
  const content = boxes.map((one, at) => box(top(at), one)).join('');
  return `<draw:page draw:name="Page ${n + 1}" draw:master-page-name="Default"${layout}>${content}</draw:page>`;
}

function sheets({ value }: OfficeDialect): string {
  return workbook
    .map(({ name, rows }) => {
      const cells = rows.map(
        (row) => `<table:table-row>${row.map((cell) => sheetCell(value, cell)).join('')}</table:table-row>`,
      );
      const columns = `<table:table-column table:style-name="wide" table:number-columns-repeated="${rows[0]?.length ?? 1}"/>`;
      return `<table:table table:name="${name}">${columns}${cells.join('')}</table:table>`;
    })
    .join('');
}

function sheetCell(prefix: string, cell: Cell): string {
  const typed = (type: string, attribute: string, text: string, more = '') =>
    `<table:table-cell ${prefix}:value-type="${type}" ${prefix}:${attribute}="${text}"${more}>${paragraph(text)}</table:table-cell>`;
  if (cell === null) return '<table:table-cell/>';
  if (typeof cell === 'number') return typed('float', 'value', String(cell));
  if (typeof cell === 'boolean')
    return typed('boolean', 'boolean-value', String(cell), ' table:style-name="truth"');
  // Calc drops tab characters when it reads OpenDocument, so the sample has a space instead.
  if (typeof cell === 'string') {
    return `<table:table-cell ${prefix}:value-type="string">${paragraph(escapeXml(cell).replaceAll('\t', ' '))}</table:table-cell>`;
  }
  if ('date' in cell) return typed('date', 'date-value', cell.date, ' table:style-name="day"');
  const formula = cell.formula.replace(
    /Records!(\w+):(\w+)/,
    prefix === 'office' ? '[$Records.$1:.$2]' : '[Records.$1:.$2]',
  );
  return typed(
    'float',
    'value',
    String(cell.value),
    ` table:formula="${prefix === 'office' ? 'of:' : ''}=${formula}"`,
  );
}

/**
 * Styles of cells and columns. If a file has no styles of cells and columns, Calc shows dates and booleans as stored
 * numbers, and does not show values that are too wide for their column.
 */
const cellStyles =
  '<number:date-style style:name="iso"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style><number:boolean-style style:name="bool"><number:boolean/></number:boolean-style><style:style style:name="day" style:family="table-cell" style:data-style-name="iso"/><style:style style:name="truth" style:family="table-cell" style:data-style-name="bool"/><style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="5cm"/><style:properties style:column-width="5cm"/></style:style>';

/** A list style with bullets. Without this style, lists have no bullets. */
const listStyle =
  '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="\u2022"/></text:list-style>';

const styles =
  '<office:styles><style:style style:name="Title" style:family="paragraph"/><style:style style:name="Default-title" style:family="presentation"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style><style:presentation-page-layout style:name="titled"><presentation:placeholder presentation:object="title" svg:x="2cm" svg:y="1cm" svg:width="20cm" svg:height="1.5cm"/></style:presentation-page-layout></office:styles>';
const masters =
  '<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="30cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="L"/></office:master-styles>';

/**
 * Styles of slides. A title requires the title style of presentations. Without the styles `plain` and `open`, text
 * boxes have a blue background.
 */
const slideStyles =
  '<style:style style:name="plain" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style><style:style style:name="open" style:family="table-cell"><style:graphic-properties draw:fill="none"/></style:style><style:style style:name="slide-title" style:family="presentation" style:parent-style-name="Default-title"/>';

const automatic = `<office:automatic-styles>${cellStyles}${listStyle}${slideStyles}</office:automatic-styles>`;

/** Makes an OpenDocument sample, which is a zip file. */
export function openDocumentZip(kind: OpenDocumentKind, template = ''): SampleMaker {
  const mime = `application/vnd.oasis.opendocument.${kind}${template}`;
  const part = (root: string, inner: string) =>
    `${xmlHead}<office:${root} ${openDocument.namespaces} office:version="1.2">${inner}</office:${root}>`;
  const manifest = ['/', 'content.xml', 'styles.xml'].map(
    (name) =>
      `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name === '/' ? mime : 'text/xml'}"/>`,
  );
  return (file) =>
    writeZip(file, {
      mimetype: mime,
      'content.xml': part('document-content', `${automatic}${content(kind, openDocument)}`),
      'styles.xml': part('document-styles', `${styles}${masters}`),
      'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.2">${manifest.join('')}</manifest:manifest>`,
    });
}

/** Makes an OpenDocument sample that is a single XML file instead of a zip file. */
export function openDocumentFlat(kind: OpenDocumentKind): SampleMaker {
  const mime = `application/vnd.oasis.opendocument.${kind}`;
  const flatStyles = `${styles}${masters.replace('<office:automatic-styles>', `<office:automatic-styles>${cellStyles}${listStyle}${slideStyles}`)}`;
  const text = `${xmlHead}<office:document ${openDocument.namespaces} office:version="1.2" office:mimetype="${mime}">${flatStyles}${content(kind, openDocument)}</office:document>`;
  return (file) => writeFile(file, text);
}

/**
 * Makes an OpenOffice.org 1 sample, which is a zip file. The attribute `office:class` declares the kind of document.
 */
export function openOfficeZip(kind: OpenDocumentKind): SampleMaker {
  const name = { text: 'writer', presentation: 'impress', graphics: 'draw', spreadsheet: 'calc' }[kind];
  const mime = `application/vnd.sun.xml.${name}`;
  const class_ = kind === 'graphics' ? 'drawing' : kind;
  const root = `xmlns:number="http://openoffice.org/2000/datastyle" office:class="${class_}" office:version="1.0"`;
  return (file) =>
    writeZip(file, {
      mimetype: mime,
      'content.xml': `${xmlHead}<office:document-content ${openOffice1.namespaces} ${root}>${automatic}${content(kind, openOffice1)}</office:document-content>`,
      'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="${mime}" manifest:full-path="/"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/></manifest:manifest>`,
    });
}
