/** OCR converts scanned pages and pictures to text, or adds a text layer to a PDF. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { errorRate } from '../../ocr/error-rate.ts';
import { ocrLanguages, pageForms, pageText, scannedPages } from '../../ocr/pages.ts';
import { wordsOf } from '../../prove/oracles/documents/document.ts';
import { hocrPages } from '../../prove/oracles/documents/hocr.ts';
import { python, run } from '../../samples/run.ts';
import { Samples } from '../../samples/samples.ts';
import { scannedTexts, scanOf } from '../../samples/documents/scan.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;
let dir: string;
let samples: Samples;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-ocr-'));
  samples = new Samples(path.join(dir, 'samples'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function convert(file: string, target: string, options: Readonly<Record<string, string>> = {}) {
  const fields: [string, string | File][] = [
    ['file', new File([await readFile(file)], path.basename(file))],
    ['target', target],
    ...Object.entries(options),
  ];
  return ask(app, '/v1/convert', customer, { fields });
}

async function converted(...asked: Parameters<typeof convert>): Promise<Buffer> {
  const answer = await convert(...asked);
  assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
  return answer.body;
}

async function refusal(...asked: Parameters<typeof convert>) {
  const answer = await convert(...asked);
  const { error } = JSON.parse(answer.body.toString()) as {
    error: { message: string; details: Record<string, unknown> };
  };
  return { status: answer.status, ...error };
}

/** Returns the text that pdftotext finds in the PDF. */
async function textOf(pdf: Buffer): Promise<string> {
  const { stdout } = await run('/usr/bin/pdftotext', ['-layout', '-', '-'], { input: pdf });
  return stdout.toString();
}

function holdsAll(text: string, texts: readonly string[] = scannedTexts): void {
  const found = wordsOf(text).join(' ');
  for (const piece of texts) assert.ok(found.includes(wordsOf(piece).join(' ')), `“${piece}” in: ${found}`);
}

/** Writes a picture of a page with `lines` as text, rotated clockwise by `degrees`. Returns the path of the picture. */
async function scan(name: string, lines: readonly string[], degrees = 0): Promise<string> {
  const file = path.join(dir, name);
  const draw = `
import json, sys
from PIL import Image, ImageDraw, ImageFont
page = Image.new('L', (1240, 1754), 250)
font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 26)
for n, line in enumerate(json.load(sys.stdin)):
    ImageDraw.Draw(page).text((110, 130 + 60 * n), line, fill=25, font=font)
page.rotate(-int(sys.argv[2]), expand=True, fillcolor=250).save(sys.argv[1], dpi=(150, 150))
`;
  await python(draw, [file, String(degrees)], JSON.stringify(lines));
  return file;
}

test('recognises the text of a scanned pdf unless ocr=false is set', async () => {
  const file = await samples.get(scanOf('pdf'));
  const { status, details, message } = await refusal(file, 'txt', { ocr: 'false' });
  assert.deepEqual([status, details['reason']], [400, 'no_text']);
  assert.match(message, /"ocr"/);
  for (const target of ['txt', 'html', 'md', 'docx']) {
    const answer = await convert(file, target);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-conversion-warnings'), 'text_recognised', target);
  }
  holdsAll((await converted(file, 'txt')).toString());
  const text = (await converted(file, 'txt', { ocr: 'true' })).toString();
  holdsAll(text);
  assert.match(text, /Nobody minded; the tide was late and the bread was warm\./);
  const markdown = (await converted(file, 'md', { ocr: 'auto' })).toString();
  holdsAll(markdown);
  assert.doesNotMatch(markdown, /`|^ {4}/m, 'no code');
});

test('recognises only the scanned pages of a pdf, and reports these pages', async () => {
  const [words, both] = [path.join(dir, 'plain-words.pdf'), path.join(dir, 'mixed.pdf')];
  await writeFile(path.join(dir, 'plain.html'), '<p>Printed words stay: Ærø, naïve.</p>');
  await writeFile(words, await converted(path.join(dir, 'plain.html'), 'pdf'));
  await run('/usr/bin/qpdf', ['--empty', '--pages', words, await samples.get(scanOf('pdf')), '--', both]);
  const answer = await convert(both, 'doc.json', { images: 'none' });
  const { pages, blocks } = JSON.parse(answer.body.toString()) as {
    pages: { kind: string }[];
    blocks: { page: number; text: string; confidence?: number }[];
  };
  assert.deepEqual(
    pages.map(({ kind }) => kind),
    ['text', 'scan'],
  );
  assert.deepEqual(
    blocks.filter(({ page }) => page !== 2).map(({ text, confidence }) => [text, confidence]),
    [['Printed words stay: Ærø, naïve.', undefined]],
  );
  const recognized = blocks.filter(({ page }) => page === 2);
  holdsAll(recognized.map(({ text }) => text).join('\n'));
  assert.ok(recognized.every(({ confidence = 0 }) => confidence > 0.7 && confidence <= 1));
  const warned = await convert(both, 'txt', { report: 'true' });
  const { warnings, report } = JSON.parse(warned.body.toString()) as {
    warnings: { code: string; message: string }[];
    report: { source: { facts: { scanned_pages: string[] } } };
  };
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, /Pages: (.+)\.$/.exec(message)?.[1]]),
    [['text_recognised', '2']],
  );
  assert.deepEqual(report.source.facts.scanned_pages, ['2']);
  const unread = await convert(both, 'txt', { ocr: 'false' });
  assert.equal(unread.status, 200, unread.body.toString());
  assert.equal(unread.headers.get('x-conversion-warnings'), 'pages_not_recognised');
  const facts = JSON.parse((await converted(both, 'json')).toString()) as { page_kinds: string[] };
  assert.deepEqual(facts.page_kinds, ['text', 'scan']);
});

test('recognises the lines of crooked and rotated scans', async () => {
  const lines = Array.from(
    { length: 8 },
    (_, n) => `Row ${n + 10} was put on the glass in a hurry, like this.`,
  );
  for (const degrees of [2, 90, 180, 270]) {
    const pdf = path.join(dir, `crooked-${degrees}.pdf`);
    await run('/usr/bin/img2pdf', ['--output', pdf, await scan(`crooked-${degrees}.png`, lines, degrees)]);
    const text = (await converted(pdf, 'txt')).toString();
    assert.ok(errorRate(lines.join('\n'), text) < 0.02, `${degrees}: ${text}`);
  }
});

test('converts a scan without legible text to a picture in html, but refuses its conversion to txt', async () => {
  const pdf = path.join(dir, 'clouds.pdf');
  const noise = path.join(dir, 'clouds.png');
  await python(
    'import sys; from PIL import Image; Image.effect_noise((900, 1200), 60).resize((1240, 1754)).save(sys.argv[1], dpi=(150, 150))',
    [noise],
    '',
  );
  await run('/usr/bin/img2pdf', ['--output', pdf, noise]);
  const answer = await convert(pdf, 'html');
  assert.equal(answer.headers.get('x-conversion-warnings'), null);
  assert.match(answer.body.toString(), /<img[^>]+src="data:image/);
  assert.equal((await refusal(pdf, 'txt')).details['reason'], 'no_text');
});

test("adds a text layer to a scan's pdf without changing the visible page", async () => {
  const file = await samples.get(scanOf('png'));
  const plain = await converted(file, 'pdf');
  assert.deepEqual(wordsOf(await textOf(plain)), []);
  const read = await converted(file, 'pdf', { ocr: 'true' });
  holdsAll(await textOf(read));
  const drawn = async (pdf: Buffer) =>
    (await run('/usr/bin/pdftoppm', ['-r', '40', '-gray', '-'], { input: pdf })).stdout;
  assert.ok((await drawn(plain)).equals(await drawn(read)), 'the visible page is the same');
});

test('with ocr=auto or ocr=true, recognises scanned pages and keeps the text of other pages', async () => {
  const words = path.join(dir, 'words.pdf');
  const [html, both] = [path.join(dir, 'words.html'), path.join(dir, 'both.pdf')];
  await writeFile(html, '<p>Printed words stay as they are: Ærø, naïve.</p>');
  await writeFile(words, await converted(html, 'pdf'));
  await run('/usr/bin/qpdf', ['--empty', '--pages', words, await samples.get(scanOf('pdf')), '--', both]);
  for (const ocr of ['auto', 'true']) {
    const text = (await converted(both, 'txt', { ocr })).toString();
    assert.match(text, /Printed words stay as they are: Ærø, naïve\./, ocr);
    holdsAll(text);
  }
});

test('recognises the text of a rotated scan, and turns the page upright in the pdf', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, n) => `Line ${n + 10} of this page was scanned sideways yesterday.`,
  );
  const file = await scan('side.png', lines, 90);
  const pdf = await converted(file, 'pdf', { ocr: 'auto' });
  holdsAll(await textOf(pdf), lines);
  const { stdout } = await run('/usr/bin/pdfinfo', ['-'], { input: pdf });
  assert.match(stdout.toString(), /Page rot: +(90|270)/);
});

test('writes each requested page of a scanned pdf to hocr, and refuses a scan without text', async () => {
  const pages = [
    await scan('first.png', ['The first page.']),
    await scan('second.png', ['The second page.'], 90),
  ];
  const pdf = path.join(dir, 'two.pdf');
  await run('/usr/bin/img2pdf', ['--output', pdf, ...pages]);
  const file = path.join(dir, 'two.hocr');
  const sides: number[][] = [];
  const texts: string[] = [];
  for (const options of [{ dpi: '150' }, { dpi: '300', pages: '2' }]) {
    await writeFile(file, await converted(pdf, 'hocr', options));
    for (const { box, words } of await hocrPages(file)) {
      sides.push(box.slice(2));
      texts.push(words.map(({ text }) => text).join(' '));
    }
  }
  assert.deepEqual(texts, ['The first page.', 'The second page.', 'The second page.']);
  assert.deepEqual(
    sides.map((side) => side.map((pixels) => Math.round(pixels / 10))),
    [
      [124, 175],
      [175, 124],
      [351, 248],
    ],
  );
  const empty = await refusal(await scan('nothing.png', []), 'hocr');
  assert.deepEqual([empty.status, empty.details['reason']], [400, 'no_text']);
});

test('multiplies the hocr page size by the user unit of the PDF page', async () => {
  const pdf = path.join(dir, 'unit.pdf');
  const scanned = await scan('unit.png', ['A page of a large drawing.']);
  await run('/usr/bin/img2pdf', ['--imgsize', '400dpi', '--output', pdf, scanned]);
  await withUserUnit(pdf, 2);
  const { stdout } = await run('/usr/bin/pdfinfo', [pdf]);
  const shown = /Page size: +([\d.]+) x ([\d.]+)/
    .exec(stdout.toString())
    ?.slice(1)
    .map((side) => Number(side) * 2);
  const file = path.join(dir, 'unit.hocr');
  await writeFile(file, await converted(pdf, 'hocr', { dpi: '200' }));
  const [page] = await hocrPages(file);
  assert.deepEqual(
    page?.box.slice(2).map((side) => Math.round(side / 10)),
    shown?.map((points) => Math.round((points / 72) * 20)),
  );
  assert.equal(page?.words.map(({ text }) => text).join(' '), 'A page of a large drawing.');
});

/** Sets the user unit of every page of the PDF, which enlarges the pages. */
async function withUserUnit(pdf: string, unit: number): Promise<void> {
  await run('/usr/bin/qpdf', ['--qdf', '--replace-input', pdf]);
  const plain = (await readFile(pdf)).toString('latin1');
  await writeFile(pdf, plain.replaceAll('/Type /Page\n', `/Type /Page\n  /UserUnit ${unit}\n`), 'latin1');
  const { stdout } = await run('/usr/bin/fix-qdf', [pdf]);
  await writeFile(pdf, stdout);
}

test('recognises text in several installed languages at once, and refuses other languages', async () => {
  const answer = await ask(app, '/v1/formats?source=png&target=txt', customer);
  const list = JSON.parse(answer.body.toString()) as { languages: string[] };
  for (const name of [
    'eng',
    'deu',
    'fra',
    'spa',
    'ita',
    'por',
    'nld',
    'pol',
    'rus',
    'ara',
    'chi_sim',
    'jpn',
    'hin',
  ])
    assert.ok(list.languages.includes(name), name);
  const lines = ['Größe, Übung und Straße stehen hier.', 'Съешь ещё этих мягких булок.'];
  const file = await scan('languages.png', lines);
  holdsAll((await converted(file, 'txt', { language: 'deu+rus' })).toString(), lines);
  const { status, details, message } = await refusal(file, 'txt', { language: 'eng+tlh' });
  assert.deepEqual([status, details['field'], details['allowed']], [400, 'language', list.languages]);
  assert.match(message, /"tlh" is not installed/);
  assert.equal((await refusal(file, 'txt', { language: 'English' })).details['field'], 'language');
});

/** Number of the page in `scannedPages` that is rotated by 90 degrees. */
const turnedPage = String(pageForms.findIndex(({ turned }) => turned === 90) + 1);

test('if no language is given, detects the script of a scan and warns about the guess', async () => {
  for (const language of ocrLanguages.filter(({ tesseract }) =>
    ['rus', 'chi_sim', 'hin'].includes(tesseract),
  )) {
    const folder = await mkdtemp(path.join(dir, 'script-'));
    const text = await pageText(language);
    const pages = await scannedPages(language, text, folder);
    const answer = await convert(pages, 'txt', { ocr: 'auto', pages: turnedPage });
    const wrong = errorRate(text, answer.body.toString());
    assert.ok(wrong < 0.1, `${language.name}: ${wrong}, ${answer.body.toString()}`);
    assert.equal(answer.headers.get('x-conversion-warnings'), 'language_guessed, text_recognised');
    const picture = await convert(path.join(folder, 'scan-2.png'), 'txt');
    assert.ok(errorRate(text, picture.body.toString()) < 0.1, picture.body.toString());
  }
});

test('refuses to convert a picture to txt if the picture contains no text', async () => {
  for (const ext of ['png', 'jpg']) {
    const { status, details } = await refusal(await samples.get(ext), 'txt');
    assert.deepEqual([status, details['reason']], [400, 'no_text']);
  }
});

test('opens an encrypted scan with its password, and recognises only the requested page', async () => {
  const [locked, twice] = [path.join(dir, 'locked.pdf'), path.join(dir, 'twice.pdf')];
  const other = path.join(dir, 'other.pdf');
  await writeFile(other, await converted(await scan('other.png', ['Another page altogether.']), 'pdf'));
  await run('/usr/bin/qpdf', ['--empty', '--pages', await samples.get(scanOf('pdf')), other, '--', twice]);
  await run('/usr/bin/qpdf', ['--encrypt', 'secret', 'secret', '256', '--', twice, locked]);
  const text = (await converted(locked, 'txt', { ocr: 'true', password: 'secret', pages: '2' })).toString();
  assert.deepEqual(wordsOf(text), wordsOf('Another page altogether.'));
  assert.equal((await refusal(locked, 'txt', { ocr: 'true' })).details['reason'], 'password_required');
});

test('recognises the text of an encrypted scan, and encrypts the result on request', async () => {
  const locked = path.join(dir, 'locked-scan.pdf');
  await run('/usr/bin/qpdf', [
    ...['--encrypt', 'secret', 'secret', '256', '--'],
    ...[await samples.get(scanOf('pdf')), locked],
  ]);
  holdsAll(await textOf(await converted(locked, 'pdf', { ocr: 'true', password: 'secret' })));
  const again = path.join(dir, 'again.pdf');
  await writeFile(
    again,
    await converted(locked, 'pdf', { ocr: 'true', password: 'secret', new_password: 'new' }),
  );
  const { stdout } = await run('/usr/bin/pdftotext', ['-upw', 'new', again, '-']);
  holdsAll(stdout.toString());
  await assert.rejects(run('/usr/bin/pdftotext', [again, '-']), /Incorrect password/);
});

test('refuses the option `ocr` if the source is Markdown', async () => {
  const file = await samples.get('md');
  assert.equal((await refusal(file, 'pdf', { ocr: 'true' })).details['field'], 'ocr');
});
