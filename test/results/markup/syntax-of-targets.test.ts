/** Content keeps its meaning in another syntax: titles, numbers, notes, links, nested tables and names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

test('keeps the title of a Markdown alert in reStructuredText', async () => {
  const { text } = await convert(['a.md', '> [!WARNING] Mind the gap\n> beware of gulls\n'], 'rst');
  assert.match(text, /\.\. warning::\n\n {3}\*\*Mind the gap\*\*\n\n {3}beware of gulls/);
  assert.doesNotMatch((await convert(['a.md', '> [!WARNING]\n> beware\n'], 'rst')).text, /\*\*/);
});

test('keeps leading zeros of HTML list numbers in reStructuredText', async () => {
  const page = '<ol style="list-style-type: decimal-leading-zero"><li>b</li></ol>';
  assert.match((await convert(['a.html', page], 'rst')).text, /\\01\. b/);
});

test('writes a heading that contains line breaks on one line', async () => {
  const page = '<h1>Opening <b>long<br>chapter</b><br></h1><p>text</p>';
  for (const target of ['org', 'adoc', 'rst', 'jira', 'mediawiki', 'textile', 'man'])
    assert.match((await convert(['a.html', page], target)).text, /Opening .*long chapter/, target);
  assert.match((await convert(['a.html', page], 'org')).text, /chapter\*\n *:PROPERTIES:/);
});

test('writes a nested table as plain text in an Org file', async () => {
  const page =
    '<table><tr><td>outer<table><tr><td>inner</td><td>two</td></tr></table></td><td>x</td></tr></table>';
  assert.match((await convert(['a.html', page], 'org')).text, /\| outer +\|[^]*\| inner two +\|/);
});

test('a FictionBook result contains each footnote only once, as a paragraph', async () => {
  const { text } = await convert(['a.mediawiki', 'Footed.<ref>footbody</ref>\n'], 'fb2');
  assert.equal(text.match(/footbody/g)?.length, 1);
  assert.match(text, /<p>footbody<\/p>/);
});

test('links to a heading by its title in notebooks and Texinfo', async () => {
  const book = `<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>T</title><para>see <xref linkend="g"/></para>
    <section xml:id="g"><title>Wild geese</title><para>honk</para></section></article>`;
  assert.match((await convert(['a.docbook', book], 'ipynb')).text, /\[Wild geese\]\(#Wild-geese\)/);
  assert.match((await convert(['a.docbook', book], 'texi')).text, /@ref\{#Wild-geese,Wild geese\}/);
});

test('warns if long column names are truncated in dBase', async () => {
  const { warnings } = await convert(['a.csv', 'first_long_name,short\n1,2\n'], 'dbf');
  assert.equal(warnings, 'content_left_out');
  assert.equal((await convert(['a.csv', 'ten_signs_,short\n1,2\n'], 'dbf')).warnings, '');
});

test('prints the booleans of an Excel 97 workbook as words in pdf', async () => {
  const { body } = await convert(['a.json', '[{"open": true, "count": 1}]'], 'xls');
  const { words } = await convert(['a.xls', body], 'pdf');
  assert.match(words, /TRUE 1|1 TRUE/);
});
