/**
 * Trait documents: workbooks in Excel and OpenDocument formats. The workbooks have cell values, comments, hidden sheets
 * and other content that conversions easily change or lose.
 */
import { writeFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import { escapeXml, writeZip, xmlHead } from '../../../samples/archives/zip.ts';
import { isPaged, writesControls, type DocumentTrait, type TraitDocument } from '../trait-document.ts';
import { barChart } from './word.ts';

const isTable = ({ category }: Format) => category === 'data' || category === 'spreadsheet';
const isPage = (target: Format) => target.category === 'document';
const isFixed = ({ ext }: Format) => ['dbf', 'slk', 'dif'].includes(ext);
const aside = true as const;

/** The traits of the Excel workbook and of the OpenDocument workbooks. */
const common: readonly DocumentTrait[] = [
  { name: 'elapsed-time', shown: ['30:15:00'], aside, on: (target) => !isFixed(target) },
  { name: 'early-date', shown: ['1900 02 10'], aside, on: (target) => !isFixed(target) },
  {
    name: 'time-of-day',
    shown: [['07:32:00', '7:32:00', '7:32', '07:32']],
    aside,
    on: (target) => !isFixed(target),
  },
  { name: 'error-value', shown: ['DIV 0'], aside },
  { name: 'truth', shown: [['TRUE', 'true']], aside },
  { name: 'fraction', shown: ['0.1'], aside },
  { name: 'leading-zeros', shown: ['007'], aside },
  { name: 'cached-result', shown: ['41.75'], aside },
  { name: 'two-lines', shown: ['upper line', 'lower line'], aside },
  { name: 'merged-cells', shown: ['spanned heading', 'below left'], aside },
  { name: 'two-tables', shown: ['first table', 'second table'], aside },
  { name: 'symbols', shown: ['tick ✓ done'], aside },
  {
    name: 'comment',
    shown: ['commentbody ibex'],
    aside,
    warnings: ['comments_left_out'],
    on: writesControls,
  },
  { name: 'comment-apart', hidden: ['commented gecko commentbody'] },
  { name: 'hidden-sheet', shown: ['secretsheet'], aside, losesWith: ['sheets'], on: isTable },
  { name: 'hidden-sheet-on-pages', hidden: ['secretsheet'], on: isPage },
  { name: 'hidden-row-on-pages', hidden: ['secretrow'], on: isPage },
  {
    name: 'second-sheet',
    shown: ['secondsheet otter'],
    losesWith: ['sheets'],
    aside,
    warnings: ['sheets_left_out'],
  },
  { name: 'invented-words', hidden: ['NaN', 'undefined', 'unnamed', 'nil'] },
];

const drawn: readonly DocumentTrait[] = [
  { name: 'chart', shown: ['Rainfall diagram'], warnings: ['charts_left_out'], on: isPage },
  {
    name: 'header-and-footer',
    shown: ['headword pelican', 'footword heron'],
    warnings: ['headers_left_out'],
    losesWith: ['layout'],
    on: isPaged,
  },
];

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const openXml = 'application/vnd.openxmlformats-officedocument';

const text = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
const number = (at: string, value: number | string, style = 0, formula = '') =>
  `<c r="${at}" s="${style}">${formula && `<f>${formula}</f>`}<v>${value}</v></c>`;
const row = (n: number, cells: string, more = '') => `<row r="${n}"${more}>${cells}</row>`;

const rows = [
  row(1, text('A1', 'first table') + text('B1', 'value')),
  row(2, text('A2', 'elapsed') + number('B2', 30.25 / 24, 1)),
  row(3, text('A3', 'early') + number('B3', 41, 2)),
  row(4, text('A4', 'clock') + number('B4', (7 + 32 / 60) / 24, 3)),
  row(5, text('A5', 'error') + '<c r="B5" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
  row(6, text('A6', 'truth') + '<c r="B6" t="b"><v>1</v></c>'),
  row(7, text('A7', 'fraction') + number('B7', 0.1)),
  row(8, text('A8', 'zeros') + text('B8', '007')),
  row(9, text('A9', 'cached') + number('B9', 41.75, 0, 'WEBSERVICE("x")')),
  row(10, text('A10', 'lines') + text('B10', 'upper line\nlower line')),
  row(11, text('A11', 'commented gecko') + text('B11', 'tick ✓ done')),
  row(12, text('A12', 'secretrow') + text('B12', 'x'), ' hidden="1"'),
  row(13, text('A13', 'spanned heading')),
  row(14, text('A14', 'below left') + text('B14', 'below right')),
  row(17, text('D17', 'second table') + text('E17', 'more')),
  row(18, text('D18', 'seven') + number('E18', 7)),
].join('');

const sheet = (content: string, more = '') =>
  `<worksheet xmlns="${main}" xmlns:r="${office}/relationships"><cols><col min="1" max="6" width="30" customWidth="1"/></cols><sheetData>${content}</sheetData>${more}</worksheet>`;

const styles = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="[h]:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="h:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/>${[164, 165, 166].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

async function writeExcel(file: string): Promise<void> {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${openXml}.${type}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/relationships/${kind}" Target="${target}"/>`;
  const relations = (...all: string[]) =>
    `${xmlHead}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;
  const names = ['Values', 'Second', 'Secret'];
  const sheets = names
    .map(
      (name, n) =>
        `<sheet name="${name}" sheetId="${n + 1}"${name === 'Secret' ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
    )
    .join('');
  const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006';
  await writeZip(file, {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${part('workbook', 'spreadsheetml.sheet.main')}${names.map((_, n) => part(`worksheets/sheet${n + 1}`, 'spreadsheetml.worksheet')).join('')}${part('styles', 'spreadsheetml.styles')}${part('comments1', 'spreadsheetml.comments')}${part('drawings/drawing1', 'drawing')}${part('charts/chart1', 'drawingml.chart')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, n) => relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)),
      relation('rId9', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': xmlHead + styles,
    'xl/worksheets/sheet1.xml':
      xmlHead +
      sheet(
        rows,
        '<mergeCells count="1"><mergeCell ref="A13:B13"/></mergeCells><headerFooter><oddHeader>&amp;Cheadword pelican</oddHeader><oddFooter>&amp;Cfootword heron</oddFooter></headerFooter><drawing r:id="rIdDrawing"/><legacyDrawing r:id="rIdVml"/>',
      ),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      relation('rIdDrawing', 'drawing', '../drawings/drawing1.xml'),
      relation('rIdVml', 'vmlDrawing', '../drawings/vml1.vml'),
      relation('rIdComments', 'comments', '../comments1.xml'),
    ),
    'xl/worksheets/sheet2.xml': xmlHead + sheet(row(1, text('A1', 'secondsheet otter'))),
    'xl/worksheets/sheet3.xml': xmlHead + sheet(row(1, text('A1', 'secretsheet'))),
    'xl/comments1.xml': `${xmlHead}<comments xmlns="${main}"><authors><author>Reviewer</author></authors><commentList><comment ref="A11" authorId="0"><text><t>commentbody ibex</t></text></comment></commentList></comments>`,
    'xl/drawings/vml1.vml':
      '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="c1" type="#_x0000_t202" style="visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>10</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>',
    'xl/drawings/drawing1.xml': `${xmlHead}<xdr:wsDr xmlns:xdr="${drawingMain}/spreadsheetDrawing" xmlns:a="${drawingMain}/main"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>19</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>32</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${drawingMain}/chart"><c:chart xmlns:c="${drawingMain}/chart" xmlns:r="${office}/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relations(relation('rId1', 'chart', '../charts/chart1.xml')),
    'xl/charts/chart1.xml': xmlHead + barChart,
  });
}

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`)
  .join(' ');
const cell = (shown: string, attributes = 'office:value-type="string"', more = '') =>
  `<table:table-cell ${attributes}>${more}${shown
    .split('\n')
    .map((line) => `<text:p>${escapeXml(line)}</text:p>`)
    .join('')}</table:table-cell>`;
const line = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
const typed = (type: string, attribute: string, value: string) =>
  `office:value-type="${type}" office:${attribute}="${value}"`;

const openRows = [
  line(cell('first table') + cell('value')),
  line(
    cell('elapsed') +
      cell('30:15:00', `${typed('time', 'time-value', 'PT30H15M00S')} table:style-name="elapsed"`),
  ),
  line(
    cell('early') + cell('1900-02-10', `${typed('date', 'date-value', '1900-02-10')} table:style-name="day"`),
  ),
  line(
    cell('clock') +
      cell('07:32:00', `${typed('time', 'time-value', 'PT07H32M00S')} table:style-name="clock"`),
  ),
  line(
    cell('error') +
      cell('#DIV/0!', 'table:formula="of:=1/0" office:value-type="string" office:string-value=""'),
  ),
  line(cell('truth') + cell('TRUE', `${typed('boolean', 'boolean-value', 'true')} table:style-name="truth"`)),
  line(cell('fraction') + cell('0.1', typed('float', 'value', '0.1'))),
  line(cell('zeros') + cell('007')),
  line(cell('cached') + cell('41.75', `table:formula="of:=20.5+21.25" ${typed('float', 'value', '41.75')}`)),
  line(cell('lines') + cell('upper line\nlower line')),
  line(
    cell(
      'commented gecko',
      'office:value-type="string"',
      '<office:annotation><text:p>commentbody ibex</text:p></office:annotation>',
    ) + cell('tick ✓ done'),
  ),
  line(cell('secretrow') + cell('x'), ' table:visibility="collapse"'),
  line(
    `${cell('spanned heading', 'office:value-type="string" table:number-columns-spanned="2"')}<table:covered-table-cell/>`,
  ),
  line(cell('below left') + cell('below right')),
  line('<table:table-cell/>', ' table:number-rows-repeated="2"'),
  line(`<table:table-cell table:number-columns-repeated="3"/>${cell('second table')}${cell('more')}`),
  line(
    `<table:table-cell table:number-columns-repeated="3"/>${cell('seven')}${cell('7', typed('float', 'value', '7'))}`,
  ),
].join('');

const timeStyle = (name: string, truncated: string) =>
  `<number:time-style style:name="N${name}"${truncated}><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/></number:time-style><style:style style:name="${name}" style:family="table-cell" style:data-style-name="N${name}"/>`;
const openStyles = `${timeStyle('elapsed', ' number:truncate-on-overflow="false"')}${timeStyle('clock', '')}<number:boolean-style style:name="Ntruth"><number:boolean/></number:boolean-style><style:style style:name="truth" style:family="table-cell" style:data-style-name="Ntruth"/><style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="6cm"/></style:style><number:date-style style:name="Nday"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style><style:style style:name="day" style:family="table-cell" style:data-style-name="Nday"/><style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>`;

const openBook = `${xmlHead}<office:document ${namespaces} xmlns:number="${oasis}:datastyle:1.0" xmlns:of="${oasis}:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${openStyles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Values"><table:table-column table:style-name="wide" table:number-columns-repeated="6"/>${openRows}</table:table><table:table table:name="Second">${line(cell('secondsheet otter'))}</table:table><table:table table:name="Secret" table:style-name="gone">${line(cell('secretsheet'))}</table:table></office:spreadsheet></office:body></office:document>`;

const mime = 'application/vnd.oasis.opendocument.spreadsheet';

export const sheetDocuments: readonly TraitDocument[] = [
  { name: 'excel', ext: 'xlsx', traits: [...common, ...drawn], write: writeExcel },
  {
    name: 'open-sheet',
    ext: 'ods',
    traits: common,
    write: (file) =>
      writeZip(file, {
        mimetype: mime,
        'content.xml': openBook
          .replaceAll('<office:document ', '<office:document-content ')
          .replaceAll('</office:document>', '</office:document-content>'),
        'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
      }),
  },
  {
    name: 'flat-open-sheet',
    ext: 'fods',
    traits: common,
    targets: ['csv', 'json', 'md', 'html', 'pdf', 'xlsx'],
    write: (file) => writeFile(file, openBook),
  },
];
