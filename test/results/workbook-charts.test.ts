/** Charts of workbooks are named in text targets, and are tables where no visible cell shows their data. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { python, run } from '../samples/run.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();
const book = path.join(lab.dir, 'book.xlsx');

/** A chart of cells that are seen, and one of cells in a hidden sheet. */
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
book.save(sys.argv[1])
`;

before(async () => {
  await python(write, [book]);
  const profile = `-env:UserInstallation=file://${lab.dir}/profile`;
  for (const ext of ['ods', 'xls'])
    await run('/usr/bin/soffice', [profile, '--headless', '--convert-to', ext, '--outdir', lab.dir, book]);
});

for (const ext of ['xlsx', 'ods', 'xls'])
  test(`the charts of ${ext} are in Markdown and plain text`, async () => {
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
    ]);
    const text = (await lab.send(file, ext, 'txt', {})).body.toString();
    for (const shown of ['Cargo by harbour', 'Catch by harbour', 'Iquique', '43'])
      assert.ok(text.includes(shown), text);
  });

for (const ext of ['xlsx', 'ods'])
  test(`the charts of ${ext} are reported where the target has none`, async () => {
    for (const target of ['csv', 'json']) {
      const { headers } = await lab.send(path.join(lab.dir, `book.${ext}`), ext, target, { sheet: '1' });
      assert.equal(headers.get('x-conversion-warnings'), 'charts_left_out', `${ext} to ${target}`);
    }
  });
