/**
 * Text targets contain the titles of a workbook's charts. If the data of a chart is in a different sheet than the
 * chart, text targets also contain a table with the data.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { python, run } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const book = path.join(lab.dir, 'book.xlsx');

/**
 * Writes a workbook with three charts. The data of the first chart is in the sheet of the chart, the data of the second
 * chart in a hidden sheet, and the data of the third chart in another visible sheet.
 */
const write = `
import openpyxl, sys
from openpyxl.chart import BarChart, Reference
book = openpyxl.Workbook()
seen, secret, other = book.active, book.create_sheet('Secret'), book.create_sheet('Other')
seen.title, secret.sheet_state, other['A1'] = 'Data & Co', 'hidden', 'Only text'
for row in (['Port', 'Grain', 'Ore'], ['Valparaiso', 19.25, 5], ['Callao', 21.5, 7]):
    seen.append(row)
for row in (['Port', 'Fish'], ['Arica', 41], ['Iquique', 43]):
    secret.append(row)
def chart(title, sheet, columns, place):
    chart = BarChart()
    chart.title, chart.x_axis.title, chart.y_axis.title = title, 'Harbour', 'Kilotonnes'
    chart.add_data(Reference(sheet, min_col=2, max_col=columns, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    chart.plot_visible_only = False
    place.add_chart(chart, 'B3')
chart('Cargo by harbour', seen, 3, seen)
chart('Catch by harbour', secret, 2, other)
chart('Ore elsewhere', seen, 3, book.create_sheet('Last'))
book.save(sys.argv[1])
`;

/** Adds a treemap chart as Excel 2016 writes it, in a part of the file that earlier versions do not read. */
const addLater = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2], 'w') as target:
    for name in source.namelist():
        target.writestr(name, source.read(name))
    target.writestr('xl/charts/chartEx1.xml', '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"'
        ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><cx:chartData><cx:data id="0"><cx:strDim type="cat">'
        '<cx:lvl ptCount="1"><cx:pt idx="0">Oak</cx:pt></cx:lvl></cx:strDim><cx:numDim type="size"><cx:lvl ptCount="1">'
        '<cx:pt idx="0">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData>'
        '<cx:v>Treemap</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap">'
        '<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>')
`;

/** Writes a workbook with chart sheets. openpyxl states no size for the charts of chart sheets. */
const writeChartSheets = `
import openpyxl, sys
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.page import PrintPageSetup
book = openpyxl.Workbook()
sheet = book.active
for row in (['Port', 'Grain'], ['Valparaiso', 19.25], ['Callao', 21.5]):
    sheet.append(row)
for paper in (None, 9):
    chart = BarChart()
    chart.title = f'Paper{paper}'
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    place = book.create_chartsheet()
    place.add_chart(chart)
    if paper:
        place.pageSetup = PrintPageSetup(paperSize=paper)
book.save(sys.argv[1])
`;

/** Writes a workbook with a pivot table. The cells of the pivot table differ from its source data. */
const writePivot = `
import sys, openpyxl
from openpyxl.pivot.cache import CacheDefinition, CacheSource, WorksheetSource, CacheField, SharedItems
from openpyxl.pivot.fields import Text, Number
from openpyxl.pivot.table import TableDefinition, Location, PivotField, FieldItem, RowColField, RowColItem, DataField
from openpyxl.pivot.record import RecordList, Record
book = openpyxl.Workbook()
data, sheet = book.active, book.create_sheet('Pivot')
data.title, sheet.column_dimensions['A'].width = 'Data', 30
for row in (['Kind', 'Count'], ['oak', 1], ['elm', 2]):
    data.append(row)
for row in (['Row Labels', 'Sum of Count'], ['stored otter', 4711], ['Grand Total', 4711]):
    sheet.append(row)
cache = CacheDefinition(cacheSource=CacheSource(type='worksheet', worksheetSource=WorksheetSource(ref='A1:B3', sheet='Data')),
    cacheFields=[CacheField(name='Kind', sharedItems=SharedItems(_fields=[Text(v='oak'), Text(v='elm')], count=2)),
                 CacheField(name='Count', sharedItems=SharedItems())],
    refreshOnLoad=True, recordCount=0)
cache.records = RecordList(r=[])
pivot = TableDefinition(name='P', cacheId=1, dataCaption='Values', location=Location(ref='A1:B3', firstHeaderRow=1, firstDataRow=1, firstDataCol=1),
    pivotFields=[PivotField(axis='axisRow', items=[FieldItem(x=0), FieldItem(x=1), FieldItem(t='default')]), PivotField(dataField=True)],
    rowFields=[RowColField(x=0)], dataFields=[DataField(name='Sum of Count', fld=1)])
pivot.cache = cache
sheet.add_pivot(pivot)
book.save(sys.argv[1])
`;

before(async () => {
  await python(write, [book]);
  for (const ext of ['ods', 'xls']) await store(book, ext);
});

/** Converts a workbook with LibreOffice, and stores the result in the folder of the workbook. */
const store = (file: string, ext: string) =>
  run('/usr/bin/soffice', [
    `-env:UserInstallation=file://${lab.dir}/profile`,
    ...['--headless', '--convert-to', ext, '--outdir', lab.dir, file],
  ]);

for (const ext of ['xlsx', 'ods', 'xls'])
  test(`writes the chart titles of ${ext} to Markdown and plain text`, async () => {
    const file = path.join(lab.dir, `book.${ext}`);
    const { body } = await lab.send(file, ext, 'md', { images: 'none' });
    const lines = body
      .toString()
      .replaceAll(/ +/g, ' ')
      .split('\n')
      .filter((line) => line && !line.startsWith('|-'));
    const [first, second] = [lines.indexOf('**Cargo by harbour**'), lines.indexOf('**Catch by harbour**')];
    assert.ok(
      lines.indexOf('| Callao | 21.5 | 7 |') < first && first < lines.indexOf('# Other'),
      lines.join('\n'),
    );
    assert.equal(lines[first + 1], 'Harbour, Kilotonnes');
    assert.deepEqual(lines.slice(second + 1), [
      '| Harbour | Fish (Kilotonnes) |',
      '| Arica | 41 |',
      '| Iquique | 43 |',
      '# Last',
      '**Ore elsewhere**',
      '| Harbour | Grain (Kilotonnes) | Ore (Kilotonnes) |',
      '| Valparaiso | 19.25 | 5 |',
      '| Callao | 21.5 | 7 |',
    ]);
    const text = (await lab.send(file, ext, 'txt', {})).body.toString();
    for (const shown of ['Cargo by harbour', 'Catch by harbour', 'Iquique', '43'])
      assert.ok(text.includes(shown), text);
  });

for (const ext of ['xlsx', 'ods', 'xls'])
  test(`warns that the charts of ${ext} are lost if the target cannot contain charts`, async () => {
    for (const target of ['csv', 'json', 'dif']) {
      const { headers } = await lab.send(path.join(lab.dir, `book.${ext}`), ext, target, { sheet: '1' });
      assert.equal(headers.get('x-conversion-warnings'), 'charts_left_out', `${ext} to ${target}`);
    }
  });

test('warns that LibreOffice drops charts of types introduced in Excel 2016', async () => {
  const later = path.join(lab.dir, 'later.xlsx');
  await python(addLater, [book, later]);
  for (const target of ['pdf', 'ods', 'png']) {
    const { headers } = await lab.send(later, 'xlsx', target, {});
    assert.match(headers.get('x-conversion-warnings') ?? '', /charts_left_out/, target);
  }
});

test('prints a chart sheet on one page', async () => {
  const file = path.join(lab.dir, 'chart-sheets.xlsx');
  await python(writeChartSheets, [file]);
  const pdf = await lab.converted('xlsx', 'pdf', {}, file);
  const pages = (await outputOf('/usr/bin/pdftotext', ['-bbox', pdf, '-'])).split('<page ').slice(1);
  assert.equal(pages.length, 3);
  for (const [page, title] of [
    [pages[1]!, 'PaperNone'],
    [pages[2]!, 'Paper9'],
  ] as const) {
    assert.ok(page.includes(`>${title}<`), page);
    const width = Number(/width="([\d.]+)"/.exec(page)?.[1]);
    const legend = Number(/xMax="([\d.]+)"[^>]*>Grain</.exec(page)?.[1]);
    assert.ok(
      legend > 0.8 * width && legend < width - 36,
      `the legend of ${title} ends at ${legend} of ${width}`,
    );
  }
});

test('writes the stored cells of xlsx pivot tables without recalculating them', async () => {
  const pivot = path.join(lab.dir, 'pivot.xlsx');
  await python(writePivot, [pivot]);
  for (const target of ['csv', 'md', 'dif', 'pdf']) {
    const { body } = await lab.send(pivot, 'xlsx', target, { sheet: 'Pivot' });
    const file = path.join(lab.dir, `pivot.${target}`);
    await writeFile(file, body);
    const text =
      target === 'pdf' ? await outputOf('/usr/bin/pdftotext', ['-layout', file, '-']) : body.toString();
    for (const shown of ['Row Labels', 'stored otter', '4711'])
      assert.ok(text.includes(shown), `${target} ${shown}`);
  }
});

test('writes the stored cells of xlsx pivot tables to fods, and warns', async () => {
  const pivot = path.join(lab.dir, 'pivot.xlsx');
  await python(writePivot, [pivot]);
  const { body, headers } = await lab.send(pivot, 'xlsx', 'fods', {});
  for (const shown of ['Row Labels', 'stored otter', '4711']) assert.ok(body.includes(shown), shown);
  assert.match(headers.get('x-conversion-warnings') ?? '', /content_left_out/);
});

test('writes the stored cells of xls pivot tables without recalculating them', async () => {
  const pivot = path.join(lab.dir, 'binary.xlsx');
  await python(writePivot, [pivot]);
  await store(pivot, 'xls');
  const file = path.join(lab.dir, 'binary.xls');
  // LibreOffice calculated the pivot table when it wrote the xls. This test replaces a stored label of the pivot table
  // with another string of the same length. If a conversion recalculated the table, the original label would return.
  const filled = (await readFile(file)).toString('latin1');
  assert.ok(filled.includes('Total Result'));
  await writeFile(file, filled.replaceAll('Total Result', 'stored otter'), 'latin1');
  for (const target of ['fods', 'md', 'html']) {
    const { body } = await lab.send(file, 'xls', target, {});
    assert.ok(body.includes('stored otter'), target);
    assert.ok(!body.includes('Total Result'), target);
  }
});
