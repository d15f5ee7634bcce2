/**
 * Tests that large simple tables of web pages are written as Markdown or plain text, and simplified for other formats.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';

const program = `
import json, os, sys, tempfile
target, _, page_before = sys.stdin.read().partition('\\n')
from engines.shared.html import kept_out
from engines.shared.html.tables import large_tables
large_tables.FEWEST_CELLS = 1
with tempfile.TemporaryDirectory() as folder:
    text = large_tables.settled(page_before, target, folder)
    found = any(name.startswith('table') for name in os.listdir(folder))
    page = os.path.join(folder, 'page')
    with open(page, 'w') as file: file.write(text)
    kept_out.put_back(page, folder, large_tables.KEPT)
    with open(page) as file: print(json.dumps([found, file.read()]))
`;

/** Returns whether tables were extracted, and the page with its tables in the target format. */
const settled = (page: string, target: string) =>
  JSON.parse(python(program, `${target}\n${page}`)) as [boolean, string];

/** Returns the lines of the page with its tables, or an empty list if no table was extracted. */
function written(page: string, target = 'md'): string[] {
  const [found, text] = settled(page, target);
  return found ? text.split('\n') : [];
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

test('writes an HTML table as Markdown without the styling of its HTML attributes', () => {
  const page = `<h1>x</h1><table border="1">${row('a', '<b>b</b>')}
    <tr><td height="20" align="right" sdval="1"><font color="#000000">1</font></td>
    <td>5 &lt; 6 | *<br>two <b>bold </b>words, <a href="https://example.org/a b">there</a><a href="#note">1</a></td></tr></table>`;
  assert.deepEqual(written(page), [
    '<h1>x</h1><p>| a | b |',
    '| ---: | --- |',
    '| 1 | 5 \\< 6 \\| \\*<br>two **bold** words, [there](https://example.org/a%20b)1 |</p>',
  ]);
});

test('repeats the text of a merged cell in each field that the cell covers', () => {
  const page = `<table>${row('a', '', 'b', 'c')}${row('', '', '', '')}
    <tr><td rowspan="2">1</td><td></td><td colspan="2">2</td></tr>${row('', '3', '4')}</table>`;
  assert.deepEqual(written(page), [
    '<p>| a | b | c |',
    '| --- | --- | --- |',
    '| 1 | 2 | 2 |',
    '| 1 | 3 | 4 |</p>',
  ]);
});

test('finds a right-aligned column even if merged cells shift other cells of a row', () => {
  const right = (text: string) => `<td align="right">${text}</td>`;
  const page = `<table>${row('day', 'place', 'km')}<tr><td rowspan="3">1</td><td>A</td>${right('5')}</tr>
    <tr><td>B</td>${right('10')}</tr><tr><td>C</td>${right('7')}</tr>
    <tr>${right('2').replace('<td', '<td colspan="2"')}<td></td></tr></table>`;
  assert.equal(written(page)[1], '| --- | --- | ---: |');
});

test("places a table's caption before the table, and its pictures after the table", () => {
  const page = `<table><caption>Tides</caption><thead><tr><th rowspan="2">Day</th><th colspan="2">Water</th></tr>
    <tr><th>High</th><th>Low</th></tr></thead>${row('Monday', '6:10', '<img src="picture-1.png">')}</table>`;
  assert.deepEqual(written(page), [
    '<p>Tides</p><p>| Day | Water / High | Water / Low |',
    '| --- | --- | --- |',
    '| Monday | 6:10 |  |</p><p><img src="picture-1.png"></p>',
  ]);
});

test('does not extract a table that has a list, a nested table, hidden text or too many fields', () => {
  assert.deepEqual(written(`<table>${row('<ul><li>a</li></ul>')}</table>`), []);
  assert.deepEqual(written(`<table>${row('<table><tr><td>a</td></tr></table>')}</table>`), []);
  const merged = '<tr><td rowspan="1000" colspan="1000">a</td></tr>'.repeat(2_000);
  assert.deepEqual(written(`<table>${merged}</table>`), []);
  assert.deepEqual(written(`<table>${row('<span style="display: none">a</span>')}</table>`), []);
});

test('the columns of a plain-text table have the same alignment as in the HTML table', () => {
  const page = `<table>${row('name', 'km')}<tr><td><b>A</b> <a href="https://example.org">*</a></td><td align="right">5</td></tr>
    <tr><td>long<br>name</td><td style="text-align: right">10</td></tr></table>`;
  assert.deepEqual(written(page, 'txt'), ['<p>  name       km', '  A *         5', '  long name  10</p>']);
});

test('for a DOCX target, removes cell styling but does not extract the table from the page', () => {
  const page = `<table><tr height="20"><td align="right" sdval="1" colspan="2"><font color="#000000">1</font></td></tr></table>`;
  assert.deepEqual(settled(page, 'docx'), [
    false,
    '<table><tr><td colspan="2" align="right">1</td></tr></table>',
  ]);
});
