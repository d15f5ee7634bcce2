/**
 * Tests the formatting of Word, OpenDocument and EPUB results. Alerts (such as notes and warnings) are drawn as boxes,
 * tables have lines, and highlighted text and centred text keep their formatting.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { outputOf } from '../../support/results/measure.ts';
import { openContentConverter } from '../../support/server/test-app.ts';

const converted = openContentConverter();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-boxes-'));
after(() => rm(dir, { recursive: true }));

/** Converts `text` to a format based on zip, and returns a part of the zip file. */
async function partOf(text: string, source: string, target: string, part: string): Promise<string> {
  const file = path.join(dir, `a.${target}`);
  await writeFile(file, await converted(text, source, target));
  return outputOf('/usr/bin/bsdtar', ['-xOf', file, part]);
}

const alerts = ['note', 'tip', 'important', 'warning', 'caution']
  .map((kind) => `> [!${kind.toUpperCase()}]\n> Body of ${kind}\n>\n> - item of ${kind}\n`)
  .join('\n');
const lines = ['0969da', '1a7f37', '8250df', '9a6700', 'cf222e'];

test('in docx, each paragraph of a Markdown alert has a border line and a background colour', async () => {
  const document = await partOf(alerts, 'md', 'docx', 'word/document.xml');
  for (const line of lines) {
    const paragraphs = document
      .split('</w:p>')
      .filter((paragraph) => paragraph.includes(`w:color="${line}"`));
    assert.equal(paragraphs.length, 3, line);
    for (const paragraph of paragraphs) assert.match(paragraph, /<w:shd [^>]*w:fill="[0-9a-f]{6}"/);
  }
  assert.doesNotMatch(document, /<!--/);
});

test('docx and odt keep a Markdown alert inside another alert or inside a list', async () => {
  const nested = '> [!NOTE]\n> Outer\n>\n> > [!TIP]\n> > Inner\n\n- item\n\n  > [!CAUTION]\n  > Careful\n';
  const document = await partOf(nested, 'md', 'docx', 'word/document.xml');
  for (const line of ['0969da', '1a7f37', 'cf222e']) assert.ok(document.includes(`w:color="${line}"`), line);
  const content = await partOf(nested, 'md', 'odt', 'content.xml');
  for (const word of ['Outer', 'Inner', 'Careful']) assert.ok(content.includes(word), word);
  assert.doesNotMatch(document + content, /<!--alert/);
  assert.doesNotMatch(content, /<text:list-item>\s*<text:section/);
});

test('each Markdown alert becomes a section with its own colour in odt', async () => {
  const content = await partOf(alerts, 'md', 'odt', 'content.xml');
  assert.equal(content.match(/<text:section /g)?.length, 5);
  for (const line of lines) assert.ok(content.includes(`fo:color="#${line}"`), line);
});

for (const target of ['docx', 'odt', 'epub'])
  test(`Markdown alerts and task lists survive a conversion to ${target} and back`, async () => {
    const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];
    const quoted = kinds.map((kind) => `> [!${kind}]\n> Body of ${kind}\n>\n> More of ${kind}\n`);
    const written = `# Title\n\n${quoted.join('\n')}\nBetween\n\n> Plain quotation\n\n- [x] Done\n- [ ] Open\n`;
    const made = await converted(await converted(written, 'md', target), target, 'md');
    assert.equal(made.toString(), written);
  });

for (const [source, text] of Object.entries({
  rst: '.. warning::\n\n   Mind the gap\n',
  adoc: '= x\n\nWARNING: Mind the gap\n',
  html: '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Mind the gap</p></div>',
}))
  test(`draws a warning block from ${source} as a box in docx`, async () => {
    assert.match(await partOf(text, source, 'docx', 'word/document.xml'), /<w:left [^>]*w:color="9a6700"/);
  });

test('an EPUB from Markdown contains styles for alerts and tables', async () => {
  const page = await partOf(`${alerts}\n${table}`, 'md', 'epub', 'EPUB/text/ch001.xhtml');
  assert.match(page, /class="markdown-alert markdown-alert-note"/);
  assert.match(page, /\.markdown-alert-note|\.markdown-alert \{/);
  assert.match(page, /td \{\s*border-bottom/);
});

const table = '| a | b |\n|---|---|\n| c | d |\n| e | f |\n';

test('draws lines between the rows of a Markdown table in docx and odt', async () => {
  const document = await partOf(table, 'md', 'docx', 'word/document.xml');
  assert.match(document, /<w:tblBorders>.*<w:insideH w:val="single"/);
  const content = await partOf(table, 'md', 'odt', 'content.xml');
  assert.match(
    content,
    /style:name="RuledCell"[^>]*>\s*<style:table-cell-properties [^>]*fo:border-bottom="0\.5pt solid/,
  );
  assert.equal(content.match(/<table:table-cell table:style-name="RuledCell"/g)?.length, 6);
});

test('a layout table without a header has no borders in docx', async () => {
  const layout = '<table><tr><td>left</td><td>right</td></tr><tr><td>a</td><td>b</td></tr></table>';
  assert.doesNotMatch(await partOf(layout, 'html', 'docx', 'word/document.xml'), /tblBorders/);
});

const gridded = '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>';

for (const [name, text] of Object.entries({
  'the attribute border': `<table border="1">${gridded}`,
  'the attribute rules': `<table rules="all">${gridded}`,
  'a style sheet': `<style>table.data td { border: 1px solid #333 }</style><table class="data">${gridded}`,
  'a style of its cells': `<table>${gridded.replaceAll('<td>', '<td style="border-bottom: thin solid">')}`,
}))
  test(`docx and odt show the table lines that ${name} defines`, async () => {
    const page = `<table><tr><td>layout</td></tr></table>${text}`;
    const document = await partOf(page, 'html', 'docx', 'word/document.xml');
    assert.equal(document.match(/<w:insideV w:val="single"/g)?.length, 1);
    // The two tables must be separated, because Word joins adjacent tables.
    assert.doesNotMatch(document, /<\/w:tbl>\s*<w:tbl>/);
    const content = await partOf(page, 'html', 'odt', 'content.xml');
    assert.equal(content.match(/<table:table-cell table:style-name="GridCell"/g)?.length, 4);
    assert.match(
      content,
      /style:name="GridCell"[^>]*>\s*<style:table-cell-properties fo:border="0\.5pt solid/,
    );
  });

test('does not draw lines in docx for a table with the border style "none"', async () => {
  const page = `<style>td { border: 0 solid } table { border: none }</style><table>${gridded}`;
  assert.doesNotMatch(await partOf(page, 'html', 'docx', 'word/document.xml'), /tblBorders/);
});

const marked = '<p>One <mark>bright</mark> word, press <kbd>Ctrl</kbd>.</p>';
const centred = [
  ...['<div align="center">First</div>', '<p align="center">Second</p>', '<h2 align="center">Third</h2>'],
  ...['<div style="text-align: center"><p>Fourth</p></div>', '<p style="text-align:center">Fifth</p>'],
  ...['<center>Sixth</center>', '<p>Seventh</p>'],
].join('\n\n');
const centredWords = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];

for (const source of ['md', 'html']) {
  test(`keeps highlights and keyboard keys from ${source} in docx and odt`, async () => {
    const document = await partOf(marked, source, 'docx', 'word/document.xml');
    assert.match(document, /<w:rPr><w:highlight w:val="yellow" \/><\/w:rPr><w:t[^>]*>bright</);
    assert.match(document, /<w:rStyle w:val="VerbatimChar" \/><\/w:rPr><w:t[^>]*>Ctrl</);
    assert.equal(document.match(/<w:highlight /g)?.length, 1);
    const content = await partOf(marked, source, 'odt', 'content.xml');
    assert.match(content, /<text:span text:style-name="highlight">bright<\/text:span> word/);
    assert.match(content, /style:name="highlight"[^>]*><style:text-properties fo:background-color="#ffff00"/);
    assert.match(content, /<text:span text:style-name="Source_Text">Ctrl</);
  });

  test(`keeps centred paragraphs and headings from ${source} in docx and odt`, async () => {
    const document = await partOf(centred, source, 'docx', 'word/document.xml');
    const paragraphs = document.match(/<w:p>.*?<\/w:p>/gs) ?? [];
    const words = (xml: string) => xml.replaceAll(/<[^>]*>/g, '').trim();
    assert.deepEqual(
      paragraphs.filter((one) => one.includes('<w:jc w:val="center" />')).map(words),
      centredWords,
    );
    const content = await partOf(centred, source, 'odt', 'content.xml');
    const found = content.match(/<text:[ph] text:style-name="centred-.*?<\/text:[ph]>/gs) ?? [];
    assert.deepEqual(found.map(words), centredWords);
    assert.match(content, /style:name="centred-[^>]*><style:paragraph-properties fo:text-align="center"/);
  });
}
