/**
 * Redacted content is gone from every part of a PDF. MuPDF writes the results. Poppler and pikepdf search the results
 * for the redacted content.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../../samples/run.ts';
import { outputOf } from '../../../support/results/measure.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../../support/server/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-redaction-'));
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let app: TestApp;
let customer: Customer;

before(async () => {
  await run('/usr/bin/python3', [script('samples.py'), dir]);
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

async function request(name: string, options: Record<string, string>, target = 'pdf') {
  const file = new File([readFileSync(path.join(dir, `${name}.pdf`))], `${name}.pdf`);
  const fields: [string, string | File][] = [['file', file], ['target', target], ...Object.entries(options)];
  return ask(app, '/v1/convert', customer, { fields });
}

/** Returns the path of the redacted file and the warnings. */
async function redacted(name: string, options: Record<string, string>) {
  const { status, body, error, headers } = await request(name, options);
  assert.equal(status, 200, `${error.message} ${JSON.stringify(error.details)}`);
  const file = path.join(dir, `${name}-redacted.pdf`);
  await writeFile(file, body);
  return { file, warnings: headers.get('x-conversion-warnings') ?? '' };
}

const textOf = (file: string, ...flags: string[]) => outputOf('/usr/bin/pdftotext', [...flags, file, '-']);

/** Asserts that no reader finds the word in the file, even with spaces, hyphens or line ends between its letters. */
async function isGone(file: string, word: string): Promise<void> {
  const places = await outputOf('/usr/bin/python3', [script('leaks.py'), file, word]);
  assert.deepEqual(JSON.parse(places), []);
  for (const flags of [[], ['-raw'], ['-layout']]) {
    const text = (await textOf(file, ...flags)).replace(/[\s-]/g, '');
    assert.doesNotMatch(text, new RegExp(word, 'i'));
  }
}

const stays: Readonly<Record<string, readonly string[]>> = {
  plain: ['keep left', 'keep right', 'Other line stays'],
  split: ['stays'],
  shuffled: ['stays'],
  hyphenated: ['stays'],
  spaced: ['stays'],
  invisible: ['stays'],
  'off-page': ['stays'],
  twice: ['stays'],
  'next-line': ['first', 'stays', 'stays too'],
  turned: ['stays'],
  forms: ['stays'],
  glyph: ['stays'],
  photo: ['stays'],
  pattern: [],
  mask: [],
};

for (const [name, kept] of Object.entries(stays))
  test(`redaction removes a word from the sample PDF "${name}" and keeps the other text`, async () => {
    await assert.rejects(isGone(path.join(dir, `${name}.pdf`), 'Geheimwort'), 'the sample has the word');
    const { file, warnings } = await redacted(name, { redact: 'geheimwort' });
    assert.match(warnings, /redacted/);
    await isGone(file, 'Geheimwort');
    const text = await textOf(file);
    for (const words of kept) assert.ok(text.includes(words), `${words} in ${text}`);
  });

test('redaction does not move the text around a removed word', async () => {
  const { file } = await redacted('next-line', { redact: 'Geheimwort' });
  const at = async (pdf: string) =>
    [...(await textOf(pdf, '-bbox')).matchAll(/xMin="([\d.]+)" yMin="([\d.]+)".*>(stays|first|too)</g)].map(
      ([, x, y, word]) => [Math.round(Number(x)), Math.round(Number(y)), word],
    );
  const expected = await at(path.join(dir, 'next-line.pdf'));
  assert.equal(expected.length, 4);
  assert.deepEqual(await at(file), expected);
});

test('redaction removes a word from all parts of a PDF, such as metadata and attachments', async () => {
  const { file, warnings } = await redacted('document', { redact: 'geheimwort' });
  await isGone(file, 'Geheimwort');
  assert.match(warnings, /redaction_removed/);
  const objects = await outputOf('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', file, '-']);
  for (const kept of ['Chapter stays', 'note stays', 'https://x.example/stays', '/OCProperties'])
    assert.ok(objects.includes(kept), kept);
  assert.doesNotMatch(objects, /\/EmbeddedFile|\/JavaScript|\/XFA|\/Thumb|\/PieceInfo/);
});

const box = { redact_boxes: '1:92,110,126,90' };

for (const kind of ['rgb', 'cmyk', 'bits', 'stencil', 'inline'])
  test(`a redaction box removes the covered pixels of a PDF picture (kind of picture: ${kind})`, async () => {
    const { file } = await redacted(`picture-${kind}`, box);
    const whole = await pixels(path.join(dir, `picture-${kind}.pdf`));
    const cut = await pixels(file);
    const [inside, outside] = [
      [180, 420],
      [20, 140],
    ] as const;
    assert.ok(dark(whole, inside) > 1000, 'the sample is written');
    assert.equal(dark(cut, inside), 0);
    assert.ok(Math.abs(dark(cut, outside) - dark(whole, outside)) <= dark(whole, outside) / 50);
  });

/** Returns the first picture of the PDF as gray samples, scaled to 800 × 200 pixels. Inverts a stencil mask. */
async function pixels(pdf: string): Promise<Buffer> {
  const root = pdf.replace(/\.pdf$/, '');
  await run('/usr/bin/pdfimages', ['-png', pdf, root]);
  const picture = sharp(`${root}-000.png`).flatten().resize(800, 200, { fit: 'fill' }).grayscale();
  return pdf.includes('stencil') ? picture.negate().raw().toBuffer() : picture.raw().toBuffer();
}

/** Counts the dark pixels between two columns. */
function dark(samples: Buffer, [from, to]: readonly [number, number]): number {
  return samples.reduce(
    (sum, value, at) => sum + Number(at % 800 >= from && at % 800 < to && value < 128),
    0,
  );
}

test('a redaction box removes only the covered parts of drawn lines and areas', async () => {
  const { file } = await redacted('lines', box);
  const content = await outputOf('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', file, '-']);
  const points = [...content.matchAll(/^([\d.]+) ([\d.]+) [ml]$/gm)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  assert.ok(
    points.some(([x, y]) => x === 20 && y === 145) && points.some(([x, y]) => x === 380 && y === 145),
  );
  assert.ok(points.length > 8);
  for (const [x = 0, y = 0] of points)
    assert.ok(!(x > 92.1 && x < 217.9 && y > 100.1 && y < 189.9), `${x} ${y}`);
});

test('redacts a pdf before the pdf is converted to another format', async () => {
  const { status, body } = await request('plain', { redact: 'geheimwort' }, 'txt');
  assert.equal(status, 200);
  assert.match(body.toString(), /keep left/);
  assert.doesNotMatch(body.toString(), /geheim/i);
});

test('redacts email addresses, IBANs, phone numbers and card numbers, and keeps other numbers', async () => {
  const text =
    'Mail jane.doe@example.org, IBAN DE89 3704 0044 0532 0130 00 due, phone +49 30 901820, card 4111 1111 1111 1111, order 4111 1111 1111 1112, day 01.02.2024';
  const file = new File([text], 'a.txt');
  const fields: [string, string | File][] = [
    ['file', file],
    ['target', 'pdf'],
    ['redact_patterns', 'email,iban,phone,card'],
    ['redact_expression', 'o[r]der'],
  ];
  const { status, body, error } = await ask(app, '/v1/convert', customer, { fields });
  assert.equal(status, 200, error.message);
  await writeFile(path.join(dir, 'patterns.pdf'), body);
  const words = (await textOf(path.join(dir, 'patterns.pdf'))).replace(/\s+/g, ' ');
  for (const gone of ['jane', 'example', '3704', '0130', '901820', '1111 1111 1111 1111', 'order'])
    assert.ok(!words.includes(gone), `${gone} in ${words}`);
  for (const kept of ['Mail', 'due', 'phone', '1112', '01.02.2024'])
    assert.ok(words.includes(kept), `${kept} in ${words}`);
});

test('redaction of the word "functions" keeps the words "function source"', async () => {
  const fields: [string, string | File][] = [
    ['file', new File(['a function source and two functions'], 'a.txt')],
    ['target', 'pdf'],
    ['redact', 'functions'],
  ];
  const { body } = await ask(app, '/v1/convert', customer, { fields });
  await writeFile(path.join(dir, 'words.pdf'), body);
  assert.equal(
    (await textOf(path.join(dir, 'words.pdf'))).replace(/\s+/g, ' ').trim(),
    'a function source and two',
  );
});

test('redaction of a word warns that pictures were not searched', async () => {
  const { warnings } = await redacted('picture-rgb', { redact: 'SECRET' });
  assert.match(warnings, /pictures_not_searched/);
});

test('warns that text with unknown characters was not searched for a redacted word', async () => {
  const { warnings } = await redacted('unknown', { redact: 'Geheimwort' });
  assert.match(warnings, /text_not_searched/);
});

test('redaction refuses an invalid regular expression or a box on a page that does not exist', async () => {
  const reasonOf = async (options: Record<string, string>) =>
    (await request('plain', options)).error.details?.['reason'];
  assert.equal(await reasonOf({ redact_expression: '([' }), 'wrong_expression');
  assert.equal(await reasonOf({ redact_boxes: '7:0,0,10,10' }), 'no_such_page');
});

test('lists redacted matches in the report by type and page, without their text', async () => {
  const answer = await request('plain', {
    redact: 'geheimwort',
    redact_boxes: 'all:0,0,5,5',
    report: 'true',
  });
  const { warnings } = JSON.parse(answer.body.toString()) as {
    warnings: { code: string; message: string; matches?: { kind: string; page?: number; count: number }[] }[];
  };
  const matches = warnings.find(({ code }) => code === 'redacted')?.matches ?? [];
  assert.deepEqual(
    matches.map(({ kind, page }) => [kind, page]),
    [
      ['box', 1],
      ['word', 1],
    ],
  );
  assert.ok(matches.every(({ count }) => count >= 1));
  assert.doesNotMatch(JSON.stringify(warnings), /geheimwort/i);
});
