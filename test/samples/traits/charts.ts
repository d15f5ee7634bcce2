/**
 * Returns the XML of charts as Microsoft Office stores it. This module also lists example charts, each with the table
 * to which the chart is converted in text formats.
 */

const schemas = 'http://schemas.openxmlformats.org';
export const chartNamespace = `${schemas}/drawingml/2006/chart`;
export const extendedNamespace = 'http://schemas.microsoft.com/office/drawing/2014/chartex';

type Cells = readonly (string | number)[];

interface SeriesOf {
  name: string;
  categories?: Cells;
  /** Category labels in several levels, such as quarters and years. The list begins with the innermost level. */
  levels?: readonly Cells[];
  values: Cells;
  sizes?: Cells;
  /** The number format of the chart's values. */
  format?: string;
  /** The number format of the categories. If the number format is given, the categories are numbers. */
  categoryFormat?: string;
}

export interface ChartOf {
  kind: 'barChart' | 'lineChart' | 'pieChart' | 'scatterChart' | 'bubbleChart';
  title?: string;
  /** Whether the chart has a title element without text, for which Office shows a generated title. */
  hasEmptyTitle?: true;
  axisTitles?: readonly [across: string, along: string];
  series: readonly SeriesOf[];
}

const points = (cells: Cells) =>
  `<c:ptCount val="${cells.length}"/>${cells
    .map((cell, n) => (cell === '' ? '' : `<c:pt idx="${n}"><c:v>${cell}</c:v></c:pt>`))
    .join('')}`;

const texts = (cells: Cells, range: string) =>
  `<c:strRef><c:f>${range}</c:f><c:strCache>${points(cells)}</c:strCache></c:strRef>`;

const numbers = (cells: Cells, range: string, format = 'General') =>
  `<c:numRef><c:f>${range}</c:f><c:numCache><c:formatCode>${format}</c:formatCode>${points(cells)}</c:numCache></c:numRef>`;

const rich = (text: string) =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

function series(
  { name, categories, levels, values, sizes, format, categoryFormat }: SeriesOf,
  n: number,
  xy: boolean,
): string {
  const column = String.fromCharCode(66 + n);
  const across = levels
    ? `<c:multiLvlStrRef><c:f>Sheet1!$A$2:$B$9</c:f><c:multiLvlStrCache><c:ptCount val="${values.length}"/>${levels.map((level) => `<c:lvl>${points(level).replace(/^<c:ptCount[^>]*>/, '')}</c:lvl>`).join('')}</c:multiLvlStrCache></c:multiLvlStrRef>`
    : categories === undefined
      ? ''
      : xy || categoryFormat
        ? numbers(categories, 'Sheet1!$A$2:$A$9', categoryFormat)
        : texts(categories, 'Sheet1!$A$2:$A$9');
  const along = numbers(values, `Sheet1!$${column}$2:$${column}$9`, format);
  const [x, y] = xy ? ['xVal', 'yVal'] : ['cat', 'val'];
  return `<c:ser><c:idx val="${n}"/><c:order val="${n}"/><c:tx>${texts([name], `Sheet1!$${column}$1`)}</c:tx>${across && `<c:${x}>${across}</c:${x}>`}<c:${y}>${along}</c:${y}>${sizes ? `<c:bubbleSize>${numbers(sizes, 'Sheet1!$D$2:$D$9')}</c:bubbleSize>` : ''}</c:ser>`;
}

const axis = (tag: string, id: number, place: string, title?: string) =>
  `<c:${tag}><c:axId val="${id}"/><c:scaling/><c:delete val="0"/><c:axPos val="${place}"/>${title ? rich(title) : ''}<c:crossAx val="${3 - id}"/></c:${tag}>`;

/** Returns a chart in the format of Office 2007 and later (`c:chartSpace`). */
export function drawingChart({ kind, title, hasEmptyTitle, axisTitles, series: all }: ChartOf): string {
  const xy = kind === 'scatterChart' || kind === 'bubbleChart';
  const style = {
    barChart: '<c:barDir val="col"/><c:grouping val="clustered"/>',
    lineChart: '<c:grouping val="standard"/>',
  };
  const head =
    kind === 'scatterChart'
      ? '<c:scatterStyle val="lineMarker"/>'
      : kind in style
        ? style[kind as 'barChart']
        : '';
  const axes =
    kind === 'pieChart'
      ? ''
      : axis(xy ? 'valAx' : 'catAx', 1, 'b', axisTitles?.[0]) + axis('valAx', 2, 'l', axisTitles?.[1]);
  const ids = axes && '<c:axId val="1"/><c:axId val="2"/>';
  const empty = hasEmptyTitle ? '<c:title><c:overlay val="0"/></c:title>' : '<c:autoTitleDeleted val="1"/>';
  return `<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${schemas}/drawingml/2006/main"><c:chart>${title ? rich(title) : empty}<c:plotArea><c:layout/><c:${kind}>${head}${all.map((one, n) => series(one, n, xy)).join('')}${ids}</c:${kind}>${axes}</c:plotArea><c:legend><c:legendPos val="r"/></c:legend><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}

/**
 * Returns a chart in the format that Office 2016 introduced for treemaps, waterfalls and other new types
 * (`cx:chartSpace`).
 */
export function extendedChart(
  layout: string,
  title: string,
  levels: readonly Cells[],
  name: string,
  values: Cells,
): string {
  const level = (cells: Cells, format = '') =>
    `<cx:lvl ptCount="${cells.length}"${format}>${cells.map((cell, n) => (cell === '' ? '' : `<cx:pt idx="${n}">${cell}</cx:pt>`)).join('')}</cx:lvl>`;
  return `<cx:chartSpace xmlns:cx="${extendedNamespace}" xmlns:a="${schemas}/drawingml/2006/main"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>Sheet1!$A$2:$B$4</cx:f>${levels.map((cells) => level(cells)).join('')}</cx:strDim><cx:numDim type="val"><cx:f>Sheet1!$C$2:$C$4</cx:f>${level(values, ' formatCode="General"')}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>${title}</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="${layout}"><cx:tx><cx:txData><cx:f>Sheet1!$C$1</cx:f><cx:v>${name}</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
}

/** Returns the `a:graphicData` element with which a document refers to a chart. `id` is the id of the relationship. */
export const chartReference = (id: string) =>
  `<a:graphicData uri="${chartNamespace}"><c:chart xmlns:c="${chartNamespace}" r:id="${id}"/></a:graphicData>`;

export const extendedReference = (id: string) =>
  `<a:graphicData uri="${extendedNamespace}"><cx:chart xmlns:cx="${extendedNamespace}" r:id="${id}"/></a:graphicData>`;

export const chartType = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
export const extendedType = 'application/vnd.ms-office.chartex+xml';
export const extendedRelation = 'http://schemas.microsoft.com/office/2014/relationships/chartEx';

/** Example charts. A conversion to text writes each chart as a table with the given `rows`. `|` separates the cells. */
export const charts: readonly { name: string; chart: ChartOf; rows: readonly string[] }[] = [
  {
    name: 'column chart of two series',
    chart: {
      kind: 'barChart',
      title: 'Cargo by harbour',
      axisTitles: ['Harbour', 'Kilotonnes'],
      series: [
        { name: 'Grain', categories: ['Valparaiso', 'Callao'], values: [19.25, 21.5] },
        { name: 'Ore', categories: ['Valparaiso', 'Callao'], values: [5, 7] },
      ],
    },
    rows: ['Harbour|Grain (Kilotonnes)|Ore (Kilotonnes)', 'Valparaiso|19.25|5', 'Callao|21.5|7'],
  },
  {
    name: 'line chart with dates and percentages',
    chart: {
      kind: 'lineChart',
      title: 'Share of steam',
      series: [
        {
          name: 'Steam',
          categories: [45292, 45323],
          categoryFormat: 'yyyy\\-mm\\-dd',
          values: [0.125, 0.5],
          format: '0.0%',
        },
      ],
    },
    rows: ['|Steam', '2024-01-01|12.5%', '2024-02-01|50.0%'],
  },
  {
    name: 'pie chart with thousands',
    chart: {
      kind: 'pieChart',
      title: 'Crew by rank',
      series: [
        { name: 'Crew', categories: ['Officers', 'Sailors'], values: [1250, 43210.4], format: '#,##0' },
      ],
    },
    rows: ['|Crew', 'Officers|1,250', 'Sailors|43,210'],
  },
  {
    name: 'column chart with categories of two levels',
    chart: {
      kind: 'barChart',
      title: 'Arrivals by quarter',
      series: [
        {
          name: 'Arrivals',
          levels: [
            ['Q1', 'Q2', 'Q1', 'Q2'],
            [2023, '', 2024, ''],
          ],
          values: [1, 2, 3, 4],
        },
      ],
    },
    rows: ['||Arrivals', '2023|Q1|1', '2023|Q2|2', '2024|Q1|3', '2024|Q2|4'],
  },
  {
    name: 'scatter chart of two series',
    chart: {
      kind: 'scatterChart',
      title: 'Depth over distance',
      axisTitles: ['Miles', 'Fathoms'],
      series: [
        { name: 'North', categories: [0.5, 1.5], values: [7, 9] },
        { name: 'South', categories: [2, 4], values: [11, 13] },
      ],
    },
    rows: ['Miles|North (Fathoms)', '0.5|7', '1.5|9', 'Miles|South (Fathoms)', '2|11', '4|13'],
  },
  {
    name: 'bubble chart',
    chart: {
      kind: 'bubbleChart',
      title: 'Ports by size',
      series: [{ name: 'Ports', categories: [3, 6], values: [40, 50], sizes: [800, 900] }],
    },
    rows: ['X|Ports|Size', '3|40|800', '6|50|900'],
  },
];

export const treemap = {
  name: 'treemap',
  part: extendedChart(
    'treemap',
    'Fleet by class',
    [
      ['Barque', 'Brig', 'Cutter'],
      ['Large', '', 'Small'],
    ],
    'Ships',
    [12, 7, 3],
  ),
  title: 'Fleet by class',
  rows: ['||Ships', 'Large|Barque|12', 'Large|Brig|7', 'Small|Cutter|3'],
};
