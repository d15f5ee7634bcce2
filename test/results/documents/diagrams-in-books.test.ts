/** Mermaid diagrams of web pages are drawn in books that calibre writes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { pythonFile } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-book-diagrams-'));
after(() => rm(dir, { recursive: true }));

const reader = path.join(import.meta.dirname, '../../prove/oracles/books/book_reader.py');

async function textOf(body: Buffer, ext: string): Promise<string> {
  const file = path.join(dir, `book.${ext}`);
  await writeFile(file, body);
  return (JSON.parse((await pythonFile(reader, [ext, file])).stdout.toString()) as { text: string }).text;
}

const flowchart = 'flowchart LR\n  A["Begin<br>here"] -->|good| B[Ending]\n  style A fill:#ff0000';
const blocks: Readonly<Record<string, string>> = {
  'pre.mermaid': `<pre class="mermaid">${flowchart}</pre>`,
  'div.mermaid': `<div class="mermaid">${flowchart}</div>`,
  'code.language-mermaid': `<pre><code class="language-mermaid">${flowchart}</code></pre>`,
};
const all = Object.values(blocks).join('<p>Between</p>');
const page = (block: string) =>
  [
    'page.html',
    `<!DOCTYPE html><meta charset="utf-8"><title>x</title><h1>x</h1>${block}<p>After</p>`,
  ] as const;

for (const [name, block] of Object.entries(blocks))
  test(`draws a diagram in a web page as SVG in azw3 (element: ${name})`, async () => {
    const { body, warnings } = await convert(page(block), 'azw3');
    const text = await textOf(body, 'azw3');
    assert.match(text, /After[^]*Begin[^]*here[^]*Ending/, 'the labels are in the drawing, after the text');
    assert.doesNotMatch(text, /flowchart|-->/);
    assert.equal(warnings, '');
  });

/** Returns the pictures of a Palm database, in which each picture is a record. */
function picturesIn(file: Buffer): Buffer[] {
  const count = file.readUInt16BE(76);
  const starts = Array.from({ length: count }, (_, n) => file.readUInt32BE(78 + 8 * n));
  const records = starts.map((start, n) => file.subarray(start, starts[n + 1]));
  return records.filter((record) => /^(?:GIF8|\x89PNG|\xff\xd8\xff)/.test(record.toString('latin1', 0, 4)));
}

async function redPixels(picture: Buffer): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
  let found = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3)
    if (pixels.readUInt8(at) > 240 && pixels.readUInt16BE(at + 1) < 0x1010) found += 1;
  return found;
}

test('converts a diagram in a web page to a picture in mobi', async () => {
  const { body, warnings } = await convert(page(`<pre class="mermaid">${flowchart}</pre>`), 'mobi');
  const pictures = picturesIn(body);
  const red = await Promise.all(pictures.map(redPixels));
  assert.ok(Math.max(...red) > 1000, `red pixels of the pictures: ${red.join(', ')}`);
  assert.doesNotMatch(await textOf(body, 'mobi'), /flowchart|-->/);
  assert.equal(warnings, '');
});

test('stores diagrams as SVG in htmlz', async () => {
  const { body, warnings } = await convert(page(all), 'htmlz');
  const file = path.join(dir, 'page.htmlz');
  await writeFile(file, body);
  assert.equal((await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.svg'])).match(/>Ending</g)?.length, 3);
  assert.doesNotMatch(await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.html']), /flowchart|--&gt;/);
  assert.equal(warnings, '');
});

for (const target of ['lit', 'lrf'])
  test(`draws the diagrams of a web page that is converted to ${target}`, async () => {
    const { body, warnings } = await convert(page(all), target);
    const text = await textOf(body, target);
    assert.match(text, /Between/);
    assert.doesNotMatch(text, /flowchart|-->/);
    assert.equal(warnings, '');
  });

test('an azw3 shows the diagrams of an AsciiDoc or Markdown file', async () => {
  for (const source of [
    ['page.adoc', `= x\n\n[mermaid]\n----\n${flowchart}\n----\n`],
    ['page.md', `# x\n\n\`\`\`mermaid\n${flowchart}\n\`\`\`\n`],
  ] as const) {
    const { body, warnings } = await convert(source, 'azw3');
    const text = await textOf(body, 'azw3');
    assert.match(text, /Begin/, source[0]);
    assert.doesNotMatch(text, /flowchart|-->/, source[0]);
    assert.equal(warnings, '', source[0]);
  }
});

test('keeps the source of a diagram in pdb, because pdb cannot contain pictures', async () => {
  const { body, warnings } = await convert(page(`<pre class="mermaid">${flowchart}</pre>`), 'pdb');
  assert.match(await textOf(body, 'pdb'), /-->\|good\| B\[Ending\]/);
  assert.equal(warnings, '');
});

test('keeps the code of an invalid diagram in a book, and warns', async () => {
  const { body, warnings } = await convert(page('<pre class="mermaid">this is no diagram</pre>'), 'azw3');
  assert.match(await textOf(body, 'azw3'), /this is no diagram/);
  assert.equal(warnings, 'diagrams_not_drawn');
});
