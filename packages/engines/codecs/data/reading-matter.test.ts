import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecOf } from './arbitraries.ts';
import { writer as html } from './text/html.ts';
import { readJson } from './text/json.ts';
import { writer as markdown } from './text/markdown.ts';

const body = (page: string | Uint8Array) => String(page).replace(/^[^]*<body>\n|\n<\/body>[^]*$/g, '');
const page = (json: string) => body(html.write(readJson(json), {}));
const text = (json: string) => String(markdown.write(readJson(json), {}));

test('writes records as an HTML or Markdown table, and escapes markup in cells', () => {
  const json = '{"r": [{"a|b": 1, "<i>": "x\\ny & *z*"}, {"a|b": null, "n": {"k": [1, "two"]}}]}';
  const numbers = '<td class="number">1</td>';
  assert.equal(
    page(json),
    `<table>\n<thead><tr><th>a|b</th><th>&lt;i&gt;</th><th>n</th></tr></thead>\n<tbody>\n<tr>${numbers}<td>x\ny &amp; *z*</td><td></td></tr>\n` +
      '<tr><td></td><td></td><td><table>\n<tr><th>k</th><td><ul><li>1</li><li>two</li></ul></td></tr>\n</table></td></tr>\n</tbody>\n</table>',
  );
  assert.equal(
    text(json),
    '| a\\|b | \\<i\\> | n |\n| ---: | --- | --- |\n| 1 | x<br>y & \\*z\\* |  |\n|  |  | {"k":\\[1,"two"\\]} |\n',
  );
});

test('writes a value that is not a table as a list or a paragraph', () => {
  assert.equal(
    text('{"name": "x", "list": [1, 2], "empty": {}}'),
    '- **name**: x\n- **list**\n  - 1\n  - 2\n- **empty**\n',
  );
  assert.equal(page('[1, "<"]'), '<ul><li>1</li><li>&lt;</li></ul>');
  assert.equal(page('"x"'), '<p>x</p>');
});

test('writes a name above each table if a file contains several tables', async () => {
  const tables = '{"one": [{"a": 1}], "two": [{"b": 2}]}';
  assert.match(page(tables), /^<h2>one<\/h2>\n<table>[^]*<h2>two<\/h2>\n<table>/);
  assert.match(text(tables), /^## one\n\n\| a \|[^]*\n\n## two\n\n\| b \|/);
  const csv = await codecOf('csv');
  const empty = csv.read(Buffer.from('a,b\n'));
  assert.match(body(html.write(empty, {})), /<th>a<\/th><th>b<\/th>/);
  assert.equal(markdown.write(empty, {}), '| a | b |\n| --- | --- |\n');
});
