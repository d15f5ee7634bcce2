/** Tables keep row headers and nested tables in every document format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();
const squeezed = (words: string) => words.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

test('a conversion to odt keeps the row headers of an HTML table and the keys of a JSON object', async () => {
  const page = '<table><tr><th>Boat</th><td>Marigold</td></tr><tr><th>Berth</th><td>12</td></tr></table>';
  assert.match(squeezed((await convert(['page.html', page], 'odt')).words), /Boat\W+Marigold\W+Berth\W+12/);
  const data = '{"boat": "Marigold", "place": {"berth": 12}}';
  assert.match(
    squeezed((await convert(['data.json', data], 'odt')).words),
    /boat\W+Marigold\W+place\W+berth\W+12/,
  );
});

test('keeps nested JSON values in document formats that have no nested tables', async () => {
  const data = '{"a": {"b": {"deep": "ibex"}}}';
  for (const target of ['adoc', 'man', 'md', 'rst']) {
    const { words } = await convert(['data.json', data], target);
    assert.match(squeezed(words), /deep\W.*ibex/, target);
  }
});

test('converting a PDF table to csv or xlsx warns only if text around the table is omitted', async () => {
  const rows = [1, 2, 3].map((n) => `<tr><td>boat ${n}</td><td>${n}2</td><td>berth</td></tr>`).join('');
  const table = `<style>td { border: 1px solid; padding: 6px }</style><table>${rows}</table>`;
  const sources: readonly [string, string][] = [
    ['<p>Words before it.</p>', 'content_left_out'],
    ['', ''],
  ];
  for (const [text, warning] of sources) {
    const { body } = await convert(['page.html', `<title>t</title>${text}${table}`], 'pdf');
    for (const target of ['csv', 'xlsx'])
      assert.equal((await convert(['page.pdf', body], target)).warnings, warning, target);
  }
});
