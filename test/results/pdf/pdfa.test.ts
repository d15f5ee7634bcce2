/**
 * Converts documents, pictures, web pages and PDFs to PDF/A, and verifies the results with independent tools. If a file
 * cannot conform to PDF/A, the error names the violated rule.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { python, run } from '../../samples/run.ts';
import { pdfInfo } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/** Returns the data that poppler reads from the file: the fonts, the XMP packet and the output of `pdfinfo`. */
async function seen(file: string): Promise<{ fonts: string[][]; packet: string; info: string }> {
  const read = async (...command: [string, ...string[]]) =>
    (await run(command[0], command.slice(1))).stdout.toString();
  const fonts = (await read('/usr/bin/pdffonts', file)).trim().split('\n').slice(2);
  return {
    fonts: fonts.map((line) => line.trim().split(/\s+/)),
    packet: await read('/usr/bin/pdfinfo', '-meta', file),
    info: await pdfInfo(file),
  };
}

async function assertConforms(file: string, level: string): Promise<void> {
  const { fonts, packet, info } = await seen(file);
  await run('/usr/bin/qpdf', ['--check', file]);
  assert.match(packet, new RegExp(`<pdfaid:part>${level[0]}</pdfaid:part>`));
  assert.match(packet, /<pdfaid:conformance>B<\/pdfaid:conformance>/);
  assert.match(info, /^Encrypted:\s+no$/m);
  assert.match(info, level === '1b' ? /^PDF version:\s+1\.4$/m : /^PDF version:\s+1\.7$/m);
  for (const font of fonts) assert.equal(font.at(-5), 'yes', `embedded: ${font.join(' ')}`);
  const bytes = await readFile(file, 'latin1');
  if (level === '1b') assert.doesNotMatch(bytes, /\/ObjStm|\/XRef/);
  else assert.match(bytes, /\/ObjStm|\/GTS_PDFA1/);
}

const wordsOf = async (file: string) =>
  (await run('/usr/bin/pdftotext', ['-raw', file, '-'])).stdout.toString().replaceAll(/\s+/g, ' ').trim();

for (const from of ['docx', 'xlsx', 'odp', 'png', 'jpg', 'html', 'md', 'svg', 'pdf'])
  test(`converts ${from} to PDF/A-1b, PDF/A-2b and PDF/A-3b`, async () => {
    const plain = await lab.converted(from, 'pdf', {});
    for (const pdfa of ['1b', '2b', '3b']) {
      const result = await lab.converted(from, 'pdf', { pdfa });
      await assertConforms(result, pdfa);
      if (pdfa !== '1b') assert.equal(await wordsOf(result), await wordsOf(plain), pdfa);
    }
  });

test('writes structure tags when docx or html is converted to PDF/A', async () => {
  assert.match(await pdfInfo(await lab.converted('docx', 'pdf', { pdfa: '2b' })), /^Tagged:\s+yes$/m);
  assert.match(await pdfInfo(await lab.converted('html', 'pdf', { pdfa: '3b' })), /^Tagged:\s+yes$/m);
});

/** Writes a PDF and returns its path. The Python code `program` adds content through the variables `pdf` and `page`. */
async function made(name: string, program: string): Promise<string> {
  const file = path.join(lab.dir, `${name}.pdf`);
  const start = `import sys, pikepdf
from pikepdf import Name, Dictionary, Array, String
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 300))
page = pdf.pages[0].obj
page.Resources = Dictionary()
`;
  await python(`${start}${program}\npdf.save(sys.argv[1])`, [file]);
  return file;
}

const helvetica = `page.Resources.Font = Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
page.Contents = pdf.make_stream(b'BT /F 20 Tf 40 200 Td (embedded words) Tj ET')`;

test('converts a pdf with scripts, attachments and unembedded fonts to PDF/A, and warns', async () => {
  const file = await made(
    'rough',
    `${helvetica}
page.Contents = pdf.make_stream(page.Contents.read_bytes() + b' 0 1 1 0 k 10 10 50 50 re f')
pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String('app.alert(1)'))
file = pdf.make_stream(b'attached')
pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([String('a.txt'), pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String('a.txt'), EF=Dictionary(F=file)))])))`,
  );
  for (const pdfa of ['1b', '2b', '3b']) {
    const answer = await lab.send(file, 'pdf', 'pdf', { pdfa });
    assert.equal(answer.status, 200, answer.error.message);
    assert.match(answer.headers.get('x-conversion-warnings') ?? '', /pdfa_left_out/);
    const result = path.join(lab.dir, `rough-${pdfa}.pdf`);
    await writeFile(result, answer.body);
    await assertConforms(result, pdfa);
    assert.match(await wordsOf(result), /embedded words/);
    const bytes = (
      await run('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', result, '-'])
    ).stdout.toString('latin1');
    assert.doesNotMatch(bytes, /JavaScript/);
    assert.equal(/EmbeddedFile/.test(bytes), pdfa === '3b', 'attached files are for part 3');
  }
});

test('writes conforming PDF/A even if the request also selects, rotates and compresses pages', async () => {
  const result = await lab.converted('pdf', 'pdf', { pdfa: '2b', pages: '1', rotate: '90', quality: '40' });
  await assertConforms(result, '2b');
  assert.match(await pdfInfo(result), /^Pages:\s+1$/m);
});

test('keeps the conformity of a PDF/A file that is compressed, reduced or rotated', async () => {
  for (const pdfa of ['1b', '2b']) {
    const archival = await lab.converted('docx', 'pdf', { pdfa });
    for (const options of [{}, { quality: '20' }, { rotate: '90' }, { set_title: 'Harbour' }] as const)
      await assertConforms(await lab.converted('pdf', 'pdf', options, archival), pdfa);
  }
});

test('refuses a pdf that cannot conform to PDF/A, and reports the violated rule', async () => {
  const file = await made(
    'annotated',
    `page.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Ink, Rect=[0, 0, 9, 9], F=4, InkList=Array([]))])
page.MediaBox = Array([0, 0, 20000, 20000])`,
  );
  const { status, error } = await lab.send(file, 'pdf', 'pdf', { pdfa: '2b' });
  assert.equal(status, 400);
  assert.match(String(error.details?.['reason']), /^pdfa_/);
  assert.match(String(error.message), /cannot become PDF\/A/);
});

test('refuses to convert a pdf with a non-UTF-8 name to PDF/A', async () => {
  const file = await made('named', `pdf.Root.Held = pikepdf.Object.parse(b'<< /Letters#ce#cc 1 >>')`);
  const { status, error } = await lab.send(file, 'pdf', 'pdf', { pdfa: '2b' });
  assert.deepEqual([status, error.details?.['reason']], [400, 'pdfa_structure'], error.message);
});

test('refuses to encrypt PDF/A, and refuses an unknown PDF/A level', async () => {
  for (const option of ['new_password', 'permissions'] as const) {
    const value = option === 'permissions' ? 'print' : 'secret';
    const { status, error } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', {
      pdfa: '2b',
      [option]: value,
    });
    assert.deepEqual([status, error.details?.['field']], [400, option]);
  }
  const { status } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', { pdfa: '4' });
  assert.equal(status, 400);
});

test('converts an encrypted pdf to unencrypted PDF/A if the password is given', async () => {
  const locked = await lab.converted('pdf', 'pdf', { new_password: 'secret' });
  const answer = await lab.send(locked, 'pdf', 'pdf', { pdfa: '2b', password: 'secret' });
  assert.equal(answer.status, 200, answer.error.message);
  const result = path.join(lab.dir, 'opened.pdf');
  await writeFile(result, answer.body);
  await assertConforms(result, '2b');
});
