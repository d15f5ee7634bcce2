/** Word documents that import other documents (`w:altChunk`), and fields that LibreOffice misreads: texts and pages agree. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { run as runProgram } from '../samples/run.ts';
import { wordTraits } from '../samples/traits/word.ts';
import { line, writeWord, type WordParts } from '../samples/traits/word-package.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();
const file = path.join(lab.dir, 'document.docx');

async function converted(parts: WordParts, to: string): Promise<{ text: string; warnings: string }> {
  await writeWord(file, parts);
  const { status, error, body, headers } = await lab.send(file, 'docx', to, {});
  assert.equal(status, 200, error.message);
  const warnings = headers.get('x-conversion-warnings') ?? '';
  return { text: to === 'pdf' ? await printed(body) : body.toString(), warnings };
}

async function printed(pdf: Buffer): Promise<string> {
  const pages = path.join(lab.dir, 'pages.pdf');
  await writeFile(pages, pdf);
  return (await runProgram('/usr/bin/pdftotext', [pages, '-'])).stdout.toString();
}

const importing = (name: string, content: string | Buffer): WordParts => ({
  body: `${line('Before.')}<w:altChunk r:id="r-chunk"/>${line('After.')}`,
  relations: [['r-chunk', 'aFChunk', name]],
  files: { [`word/${name}`]: content },
});

async function wordChunk(): Promise<Buffer> {
  await writeWord(file, { body: line('INCLUDED words') });
  return readFile(file);
}

const page =
  '<html><head><title>No</title></head><body><h1>Heading</h1><p>INCLUDED <b>words</b></p></body></html>';
const chunks: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['chunk.html', page],
  ['chunk.mht', `MIME-Version: 1.0\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n${page}`],
  ['chunk.rtf', String.raw`{\rtf1\ansi INCLUDED words\par}`],
  ['chunk.txt', 'INCLUDED words'],
  ['chunk.docx', await wordChunk()],
];

describe('an imported document is shown in its place', () => {
  for (const [name, content] of chunks)
    for (const to of ['md', 'txt', 'pdf'])
      test(`${name} in ${to}`, async () => {
        const { text, warnings } = await converted(importing(name, content), to);
        assert.match(text.replaceAll('*', ''), /Before\.\s[^]*INCLUDED words\s[^]*After\./);
        assert.equal(warnings, '');
      });
});

test('lists and tables of an imported page keep their labels and cells', async () => {
  const html =
    '<ol start="3"><li>three</li><li>four</li></ol><ul><li>dot</li></ul><table><tr><td>left</td><td>right</td></tr></table>';
  const { text } = await converted(importing('chunk.html', html), 'md');
  assert.match(text, /3\\?\. three\s+4\\?\. four\s+• dot\s+[^]*left[^]*\|[^]*right/);
});

test('fields within fields of RTF show their stored results', async () => {
  const source = path.join(lab.dir, 'fields.rtf');
  const field = (code: string, result: string) =>
    String.raw`{\field{\*\fldinst ${code}}{\fldrslt ${result}}}`;
  const sum = field(`= ${field('DOCPROPERTY N', '4')} + 5`, '9');
  await writeFile(
    source,
    String.raw`{\rtf1\ansi Sum ${sum} done.\par Dear ${field('IF 1=1 "Ms" "Mr"', 'Ms')} Hale.\par In ${field('FILENAME', 'letter.rtf')}.\par}`,
  );
  for (const to of ['pdf', 'md', 'odt']) {
    const { status, body } = await lab.send(source, 'rtf', to, {});
    assert.equal(status, 200);
    const text = to === 'md' ? body.toString() : await printedBy(body, to);
    for (const phrase of ['Sum 9 done.', 'Dear Ms Hale.', 'In letter.rtf.'])
      assert.ok(text.includes(phrase), `${phrase} in ${text}`);
  }
});

async function printedBy(result: Buffer, ext: string): Promise<string> {
  if (ext === 'pdf') return printed(result);
  const stored = path.join(lab.dir, `stored.${ext}`);
  await writeFile(stored, result);
  return printed(await readFile(await lab.converted(ext, 'pdf', {}, stored)));
}

test('warns of imported documents that it cannot read', async () => {
  for (const to of ['md', 'pdf']) {
    const { text, warnings } = await converted(importing('chunk.xyz', 'unknown'), to);
    assert.match(text, /Before\.\s+After\./);
    assert.equal(warnings, 'documents_left_out');
  }
});

test('pages show the stored results of fields within fields', async () => {
  const trait = wordTraits.find(({ name }) => name === 'fields within fields');
  assert.ok(trait);
  for (const to of ['pdf', 'rtf', 'fodt']) {
    const { text } = await converted(trait.parts, to);
    for (const one of to === 'pdf' ? trait.shows : ['letter.docx'])
      assert.ok(text.includes(one), `${one} in ${text}`);
    if (to === 'pdf')
      for (const one of trait.hides ?? []) assert.ok(!text.includes(one), `no ${one} in ${text}`);
  }
});
