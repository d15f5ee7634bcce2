/**
 * Tests Word documents that import other documents (`w:altChunk`) or have fields that LibreOffice misreads. Results in
 * text formats must show the same content as a result in PDF.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { run as runProgram } from '../../samples/run.ts';
import { wordTraits } from '../../samples/traits/word.ts';
import { line, run, writeWord, type WordParts } from '../../samples/traits/word-package.ts';
import { Workbench } from '../../support/results/workbench.ts';

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

describe('shows an imported document at the position of its import in a Word document', () => {
  for (const [name, content] of chunks)
    for (const to of ['md', 'txt', 'pdf'])
      test(`the ${to} result shows the imported ${name} between the paragraphs around the import`, async () => {
        const { text, warnings } = await converted(importing(name, content), to);
        assert.match(text.replaceAll('*', ''), /Before\.\s[^]*INCLUDED words\s[^]*After\./);
        assert.equal(warnings, '');
      });
});

const red = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();
const link = `data:image/png;base64,${red.toString('base64')}`;
const picturePage = (address: string) =>
  `<html><body><p>INCLUDED <img src="${address}" alt="A seal"></p></body></html>`;
const message = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary="x"',
  '',
  '--x',
  'Content-Type: text/html; charset="utf-8"',
  '',
  picturePage('cid:seal'),
  '--x',
  'Content-Type: image/png',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <seal>',
  '',
  red.toString('base64'),
  '--x--',
  '',
].join('\r\n');

async function wordWithPicture(): Promise<Buffer> {
  const drawing = `<w:r><w:drawing><wp:inline><wp:extent cx="381000" cy="190500"/><wp:docPr id="1" name="P" descr="A seal"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="r-seal"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="381000" cy="190500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  await writeWord(file, {
    body: `<w:p>${run('INCLUDED ')}${drawing}</w:p>`,
    relations: [['r-seal', 'image', 'media/seal.png']],
    files: { 'word/media/seal.png': red },
  });
  return readFile(file);
}

describe('keeps the pictures of documents that a Word document imports', () => {
  const rtf = String.raw`{\rtf1\ansi INCLUDED {\pict\pngblip\picw40\pich20\picwgoal600\pichgoal300 ${red.toString('hex')}}\par}`;
  for (const [name, content] of [
    ['chunk.html', picturePage(link)],
    ['chunk.mht', message],
    ['chunk.rtf', rtf],
    ['chunk.docx', wordWithPicture],
  ] as const)
    test(`md and pdf show the picture of ${name} when a Word document imports ${name}`, async () => {
      const parts = importing(name, typeof content === 'function' ? await content() : content);
      const { text, warnings } = await converted(parts, 'md');
      assert.match(text, /INCLUDED !\[[^\]]*\]\(data:image\/png/);
      assert.equal(warnings, '');
      await writeWord(file, parts);
      const pages = await lab.converted('docx', 'pdf', {}, file);
      const list = (await runProgram('/usr/bin/pdfimages', ['-list', pages])).stdout.toString();
      assert.match(list, /image +40 +20 /);
    });

  test('warns about a picture that the Word file refers to but does not contain, and shows its alt text', async () => {
    const { text, warnings } = await converted(importing('chunk.html', picturePage('lost.png')), 'md');
    assert.match(text, /INCLUDED A seal/);
    assert.equal(warnings, 'content_left_out');
  });
});

test('keeps the list labels and table cells of a web page that a Word document imports', async () => {
  const html =
    '<ol start="3"><li>three</li><li>four</li></ol><ul><li>dot</li></ul><table><tr><td>left</td><td>right</td></tr></table>';
  const { text } = await converted(importing('chunk.html', html), 'md');
  assert.match(text, /3\\?\. three\s+4\\?\. four\s+• dot\s+[^]*left[^]*\|[^]*right/);
});

test('shows the stored results of nested RTF fields', async () => {
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

test('warns if a Word document imports a document that cannot be read', async () => {
  for (const to of ['md', 'pdf']) {
    const { text, warnings } = await converted(importing('chunk.xyz', 'unknown'), to);
    assert.match(text, /Before\.\s+After\./);
    assert.equal(warnings, 'documents_left_out');
  }
});

test('shows the stored results of nested Word fields in pdf, rtf and fodt', async () => {
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

test('shows the values of the Word fields EQ and LISTNUM, although the file does not store them', async () => {
  const bare = (code: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const parts = {
    body: [
      `<w:p>${run('Half ')}${bare(String.raw`EQ \f(1,2)`)}${run(' and ')}${bare(String.raw`EQ \r(3,x+1)`)}${run(' done.')}</w:p>`,
      `<w:p>${run('Steps ')}${bare('LISTNUM')}${run(' go ')}${bare(String.raw`LISTNUM \l 2`)}${run(' turn ')}${bare('LISTNUM')}${run(' stop.')}</w:p>`,
    ].join(''),
  };
  for (const to of ['md', 'pdf']) {
    const { text } = await converted(parts, to);
    assert.match(
      text.replaceAll('\\', ''),
      /Half 1\/2 and 3√\(x\+1\) done\.\s+Steps 1\) go a\) turn 2\) stop\./,
      to,
    );
  }
});

test('keeps a number that a Word or RTF field spells out, such as "three"', async () => {
  const source = path.join(lab.dir, 'words.rtf');
  const field = String.raw`{\field{\*\fldinst SEQ x \\* CardText}{\fldrslt three}}`;
  await writeFile(source, String.raw`{\rtf1\ansi Take ${field} boats.\par}`);
  for (const to of ['md', 'pdf']) {
    const { body } = await lab.send(source, 'rtf', to, {});
    assert.match(to === 'md' ? body.toString() : await printed(body), /Take three boats\./, to);
  }
  const words = `<w:fldSimple w:instr=" SEQ x \\* CardText ">${run('three')}</w:fldSimple>`;
  assert.match(
    (await converted({ body: `<w:p>${run('Take ')}${words}${run(' boats.')}</w:p>` }, 'pdf')).text,
    /Take three boats\./,
  );
});

test('warns that LibreOffice writes the spelled-out numbers of an RTF list as digits', async () => {
  const source = path.join(lab.dir, 'list.rtf');
  await writeFile(
    source,
    String.raw`{\rtf1\ansi{\*\listtable{\list\listtemplateid1{\listlevel\levelnfc6\leveljc0\levelfollow0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}\listid7}}{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}}\pard\ls1\ilvl0 item\par}`,
  );
  const { headers } = await lab.send(source, 'rtf', 'md', {});
  assert.equal(headers.get('x-conversion-warnings'), 'content_left_out');
});
