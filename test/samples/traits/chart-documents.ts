/**
 * Writes Word and OpenDocument text documents that contain a chart or another embedded object. The words "Before" and
 * "After" surround the chart or the embedded object.
 */
import { bind, type PackagePart } from '../documents/open-xml.ts';
import { writeZip, xmlHead } from '../archives/zip.ts';
import {
  chartReference,
  chartType,
  drawingChart,
  extendedReference,
  extendedRelation,
  extendedType,
  type ChartOf,
} from './charts.ts';

const schemas = 'http://schemas.openxmlformats.org';
const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const drawn = (reference: string) =>
  `<w:drawing><wp:inline><wp:extent cx="5486400" cy="3200400"/><wp:docPr id="1" name="Chart 1"/><a:graphic>${reference}</a:graphic></wp:inline></w:drawing>`;

/**
 * Writes a Word document with a chart. `chart` is either the data of a chart in the format of Office 2007, or the XML
 * of a chart in the format of Office 2016.
 */
export async function writeWordChart(file: string, chart: ChartOf | string): Promise<void> {
  const extended = typeof chart === 'string';
  const drawing = extended
    ? `<mc:AlternateContent><mc:Choice xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex" Requires="cx1">${drawn(extendedReference('chart'))}</mc:Choice><mc:Fallback><w:t>Not available here</w:t></mc:Fallback></mc:AlternateContent>`
    : drawn(chartReference('chart'));
  const line = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const parts: PackagePart[] = [
    {
      name: 'word/document.xml',
      type: main,
      content: `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships" xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing" xmlns:a="${schemas}/drawingml/2006/main" xmlns:mc="${schemas}/markup-compatibility/2006"><w:body>${line('Before')}<w:p><w:r>${drawing}</w:r></w:p>${line('After')}</w:body></w:document>`,
      relations: [['chart', extended ? extendedRelation : 'chart', 'charts/chart1.xml']],
    },
    {
      name: 'word/charts/chart1.xml',
      type: extended ? extendedType : chartType,
      content: extended ? chart : drawingChart(chart),
    },
  ];
  await writeZip(file, bind(parts, ['officeDocument', 'word/document.xml']));
}

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const own = ['office', 'text', 'table', 'style', 'chart'].map(
  (name) => `xmlns:${name}="${oasis}:${name}:1.0"`,
);
const namespaces = [
  ...own,
  `xmlns:draw="${oasis}:drawing:1.0"`,
  `xmlns:svg="${oasis}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');
const textType = 'application/vnd.oasis.opendocument.text';
const objectType = 'application/vnd.oasis.opendocument.chart';

const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
    : `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;

/** Returns the `content.xml` of a column chart that is embedded in an OpenDocument file. */
export function chartObject({ title, axisTitles, series }: ChartOf): string {
  const labels = series[0]?.categories ?? [];
  const last = labels.length + 1;
  const axis = (name: string, text = '', more = '') =>
    `<chart:axis chart:dimension="${name}" chart:name="primary-${name}">${text && `<chart:title><text:p>${text}</text:p></chart:title>`}${more}</chart:axis>`;
  const columns = series.map((_, n) => String.fromCharCode(66 + n));
  const plotted = columns.map(
    (column) =>
      `<chart:series chart:values-cell-range-address="local-table.$${column}$2:.$${column}$${last}" chart:label-cell-address="local-table.$${column}$1" chart:class="chart:bar"/>`,
  );
  const row = (cells: readonly (string | number)[]) =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  const rows = labels.map((label, n) => row([label, ...series.map(({ values }) => values[n] ?? '')]));
  return `${xmlHead}<office:document-content ${namespaces} office:version="1.3"><office:body><office:chart><chart:chart svg:width="12cm" svg:height="7cm" chart:class="chart:bar"><chart:title><text:p>${title}</text:p></chart:title><chart:plot-area chart:data-source-has-labels="both">${axis('x', axisTitles?.[0], `<chart:categories table:cell-range-address="local-table.$A$2:.$A$${last}"/>`)}${axis('y', axisTitles?.[1])}${plotted.join('')}</chart:plot-area><table:table table:name="local-table"><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-columns><table:table-column table:number-columns-repeated="${series.length}"/></table:table-columns><table:table-header-rows>${row(['', ...series.map(({ name }) => name)])}</table:table-header-rows><table:table-rows>${rows.join('')}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`;
}

/** Returns the `content.xml` of a spreadsheet that is embedded in an OpenDocument file. */
export function sheetObject(rows: readonly (readonly (string | number)[])[]): string {
  const written = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`);
  return `${xmlHead}<office:document-content ${namespaces} office:version="1.3"><office:body><office:spreadsheet><table:table table:name="Sheet1"><table:table-column table:number-columns-repeated="2"/>${written.join('')}<table:table-row><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
}

/** Writes an OpenDocument text document with a column chart. */
export const writeOpenDocumentChart = (file: string, chart: ChartOf): Promise<void> =>
  writeOpenDocumentObject(file, chartObject(chart), objectType);

/**
 * Writes an OpenDocument text document with an embedded object. `content` is the `content.xml` of the embedded object,
 * and `type` is the media type of the object.
 */
export async function writeOpenDocumentObject(file: string, content: string, type: string): Promise<void> {
  const frame =
    '<draw:frame draw:name="Object1" text:anchor-type="as-char" svg:width="12cm" svg:height="7cm"><draw:object xlink:href="./Object 1" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>';
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  await writeZip(file, {
    mimetype: textType,
    'META-INF/manifest.xml': `${xmlHead}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.3">${entry('/', textType)}${entry('content.xml', 'text/xml')}${entry('styles.xml', 'text/xml')}${entry('Object 1/', type)}${entry('Object 1/content.xml', 'text/xml')}</manifest:manifest>`,
    'content.xml': `${xmlHead}<office:document-content ${namespaces} office:version="1.3"><office:body><office:text><text:p>Before</text:p><text:p>${frame}</text:p><text:p>After</text:p></office:text></office:body></office:document-content>`,
    'styles.xml': `${xmlHead}<office:document-styles ${namespaces} office:version="1.3"><office:styles/></office:document-styles>`,
    'Object 1/content.xml': content,
  });
}
