/** In text targets, charts of documents become tables with titles. Omitted objects cause a warning. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { charts, treemap } from '../../samples/traits/charts.ts';
import {
  sheetObject,
  writeOpenDocumentChart,
  writeOpenDocumentObject,
  writeWordChart,
} from '../../samples/traits/chart-documents.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const folder = path.join(lab.dir, 'charts');
await mkdir(folder, { recursive: true });

/**
 * Converts a document to Markdown and returns its lines. Table lines have `|` between cells. The lines of dashes below
 * table headers are omitted.
 */
async function linesOf(file: string, from: string): Promise<string[]> {
  const { status, error, body } = await lab.send(file, from, 'md', {});
  assert.equal(status, 200, error.message);
  const rows = body
    .toString()
    .split('\n')
    .map((one) =>
      one.startsWith('|') ? one.replaceAll(/^\|\s*|\s*\|$/g, '').replaceAll(/ *\| */g, '|') : one,
    );
  return rows.filter((one) => one && !/^[-:| ]+$/.test(one));
}

for (const { name, chart, rows } of charts)
  test(`keeps a ${name} of a Word document as a table`, async () => {
    const file = path.join(folder, `${name}.docx`);
    await writeWordChart(file, chart);
    assert.deepEqual(await linesOf(file, 'docx'), ['Before', `**${chart.title}**`, ...rows, 'After']);
  });

test('keeps a treemap of a Word document as a table', async () => {
  const file = path.join(folder, 'treemap.docx');
  await writeWordChart(file, treemap.part);
  assert.deepEqual(await linesOf(file, 'docx'), ['Before', `**${treemap.title}**`, ...treemap.rows, 'After']);
});

test('keeps a chart of an OpenDocument text as a table', async () => {
  const [{ chart, rows } = assert.fail()] = charts;
  const file = path.join(folder, 'chart.odt');
  await writeOpenDocumentChart(file, chart);
  assert.deepEqual(await linesOf(file, 'odt'), ['Before', chart.title, ...rows, 'After']);
});

const office = 'application/vnd.oasis.opendocument';

test('keeps an embedded spreadsheet of an OpenDocument text as a table', async () => {
  const file = path.join(folder, 'sheet.odt');
  const sheet = sheetObject([
    ['Number', 'Name'],
    [1, 'one'],
    [2, 'two'],
  ]);
  await writeOpenDocumentObject(file, sheet, `${office}.spreadsheet`);
  assert.deepEqual(await linesOf(file, 'odt'), ['Before', 'Number|Name', '1|one', '2|two', 'After']);
});

test('warns that an embedded drawing is omitted', async () => {
  const file = path.join(folder, 'drawing.odt');
  await writeOpenDocumentObject(file, '<office:document-content/>', `${office}.graphics`);
  const { headers } = await lab.send(file, 'odt', 'md', {});
  assert.equal(headers.get('x-conversion-warnings'), 'content_left_out');
});

for (const from of ['docx', 'odt'])
  for (const to of ['txt', 'html', 'epub'])
    test(`keeps a chart when ${from} is converted to ${to}`, async () => {
      const [{ chart } = assert.fail()] = charts;
      const file = path.join(folder, `${to}.${from}`);
      await (from === 'docx' ? writeWordChart : writeOpenDocumentChart)(file, chart);
      const book = await lab.converted(from, to, {}, file);
      const text = to === 'epub' ? await lab.converted('epub', 'txt', {}, book) : book;
      const seen = await readFile(text, 'utf8');
      for (const shown of [
        chart.title ?? '',
        'Valparaiso',
        '19.25',
        'Grain',
        'Kilotonnes',
        'Before',
        'After',
      ])
        assert.ok(seen.includes(shown), `no "${shown}" in:\n${seen}`);
    });

for (const from of ['docx', 'odt'])
  for (const to of ['rtf', 'fodt'])
    test(`keeps a chart from ${from} as a table in ${to}`, async () => {
      const [{ chart } = assert.fail()] = charts;
      const file = path.join(folder, `office-${to}.${from}`);
      await (from === 'docx' ? writeWordChart : writeOpenDocumentChart)(file, chart);
      const text = await lab.converted(to, 'txt', {}, await lab.converted(from, to, {}, file));
      const seen = await readFile(text, 'utf8');
      for (const shown of [chart.title ?? '', 'Valparaiso', '19.25', 'Grain'])
        assert.ok(seen.includes(shown), `no "${shown}" in:\n${seen}`);
    });
