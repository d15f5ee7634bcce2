/**
 * Truncated and corrupt files are refused with a reason. With `salvage`, the intact content of a truncated or corrupt
 * file is converted (contract §4.6).
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { run } from '../../samples/run.ts';
import { writeZip } from '../../samples/archives/zip.ts';
import { cut, flipped, paragraphs, picture } from '../../support/files/damaged-files.ts';
import { duration, members, outputOf } from '../../support/results/measure.ts';
import { accepted, ended, jsonOf, submit } from '../../support/jobs/jobs.ts';
import type { Answer } from '../../support/server/service.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { Samples } from '../../samples/samples.ts';
import { temporaryFolder } from '../../support/fixtures.ts';

let app: TestApp;
let customer: Customer;
const stack = new AsyncDisposableStack();
let [dir, samples] = ['', new Samples('')];

before(async () => {
  dir = await temporaryFolder(stack);
  samples = new Samples(path.join(dir, 'samples'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await stack.disposeAsync();
});

async function made(name: string, make: (file: string) => Promise<unknown>): Promise<Buffer> {
  const file = path.join(dir, name);
  await make(file);
  return readFile(file);
}

const byPandoc = (name: string, text: string) =>
  made(name, (file) => run('/usr/bin/pandoc', ['-f', 'markdown', '-o', file], { input: text }));

const byFfmpeg = (name: string, ...args: string[]) =>
  made(name, (file) =>
    run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=d=8', ...args, file]),
  );

const video = ['-f', 'lavfi', '-i', 'testsrc=d=8:s=64x48:r=10'];

const words = ({ body }: Answer) => body.toString();

async function resultFile({ body }: Answer, ext: string): Promise<string> {
  const file = path.join(dir, `result.${ext}`);
  await writeFile(file, body);
  return file;
}

interface Case {
  from: string;
  to: string;
  what: string;
  make: () => Promise<Buffer> | Buffer;
  reason: string;
  /** Matches the salvaged amount that the warning states. */
  saved: RegExp;
  /** Checks the salvaged file. */
  see: (answer: Answer) => Promise<void> | void;
}

/** Checks that the upper rows of the salvaged picture are red, and that the picture has its full size. */
async function seePicture({ body }: Answer): Promise<void> {
  const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [240, 320]);
  const red = (row: number) => data[row * 240 * 3] ?? 0;
  assert.ok(red(20) > 180 && red(100) > 180, `${red(20)}, ${red(100)}`);
}

async function seeSeconds(answer: Answer, least: number, most: number): Promise<void> {
  const seconds = await duration(await resultFile(answer, 'mp3'));
  assert.ok(seconds >= least && seconds <= most, `${seconds} s`);
}

const seeText = (present: RegExp, absent: RegExp) => (answer: Answer) => {
  const text = words(answer);
  assert.match(text, present);
  assert.doesNotMatch(text, absent);
};

const pictures: readonly Case[] = (
  [
    ['jpg', 'png', (one) => one.jpeg({ quality: 90 })],
    ['png', 'jpg', (one) => one.png()],
    ['gif', 'png', (one) => one.gif()],
    ['webp', 'png', (one) => one.webp({ quality: 90 })],
  ] as readonly [string, string, (one: Sharp) => Sharp][]
).map(([from, to, write]) => ({
  ...{ from, to, what: 'second half missing' },
  make: async () => cut(await write(picture()).toBuffer(), 55),
  reason: 'truncated',
  saved: /: 1\d\d of 320 rows\./,
  see: seePicture,
}));

const cases: readonly Case[] = [
  ...pictures,
  {
    ...{
      from: 'png',
      to: 'jpg',
      what: 'wrong bytes',
      reason: 'damaged',
      saved: /\d+ of 320 rows/,
      see: seePicture,
    },
    make: async () => flipped(await picture().png().toBuffer(), 60, 61, 62),
  },
  {
    ...{ from: 'tiff', to: 'png', what: 'second half missing', reason: 'truncated', saved: /rows/ },
    make: async () => cut(await readFile(await samples.get('tiff')), 50),
    see: async ({ body }) => assert.equal((await sharp(body).metadata()).format, 'png'),
  },
  {
    ...{ from: 'pdf', to: 'txt', what: 'end missing', reason: 'truncated', saved: /: 1 of 2 pages\./ },
    make: async () => cut(await readFile(await samples.get('pdf')), 50),
    see: (answer) => assert.ok(words(answer).trim().length > 20),
  },
  {
    ...{ from: 'docx', to: 'txt', what: 'end missing', reason: 'truncated' },
    saved: /: \d+ paragraphs, \d+ parts\./,
    make: async () => cut(await byPandoc('cut.docx', paragraphs(3000).join('\n\n')), 60),
    see: seeText(
      /^Paragraph number 1 says 919 things\.[^]*Paragraph number 500 says/,
      /Paragraph number 3000 /,
    ),
  },
  {
    ...{
      from: 'docx',
      to: 'md',
      what: 'wrong bytes',
      reason: 'damaged',
      saved: /\d+ paragraphs, \d+ of \d+ parts/,
    },
    make: async () => flipped(await byPandoc('wrong.docx', paragraphs(3000).join('\n\n')), 50, 51, 52),
    see: seeText(/^Paragraph number 1 says 919 things\./, /Paragraph number 3000 /),
  },
  {
    ...{
      from: 'odt',
      to: 'txt',
      what: 'end missing',
      reason: 'truncated',
      saved: /\d+ paragraphs, \d+ parts/,
    },
    make: async () => cut(await byPandoc('cut.odt', paragraphs(3000).join('\n\n')), 60),
    see: seeText(/^Paragraph number 1 says 919 things\./, /Paragraph number 3000 /),
  },
  {
    ...{
      from: 'xlsx',
      to: 'csv',
      what: 'end missing',
      reason: 'truncated',
      saved: /\d+ rows, \d+ parts/,
    },
    make: async () => {
      const rows = paragraphs(2000).map((text, n) => `${n + 1},${text}`);
      return cut(
        (await send('in.csv', Buffer.from(['berth,boat', ...rows, ''].join('\n')), 'xlsx')).body,
        50,
      );
    },
    see: (answer) => {
      const numbers = [...words(answer).matchAll(/^(\d+),/gm)].map(([, number]) => Number(number));
      assert.ok(numbers.length > 100, `${numbers.length} rows`);
      assert.deepEqual(numbers.slice(0, 3), [1, 2, 3]);
    },
  },
  {
    ...{
      from: 'epub',
      to: 'txt',
      what: 'end missing',
      reason: 'truncated',
      saved: /\d+ (of \d+ )?chapters/,
    },
    make: async () =>
      cut(
        await byPandoc(
          'cut.epub',
          `# One\n\n${paragraphs(900).join('\n\n')}\n\n# Two\n\n${paragraphs(900).join('\n\n')}`,
        ),
        60,
      ),
    see: (answer) => assert.match(words(answer), /Paragraph number 1 says 919 things/),
  },
  {
    ...{ from: 'zip', to: 'tar', what: 'end missing', reason: 'truncated', saved: /: 2 files\./ },
    make: async () => cut(await threeFiles(), 80),
    see: async (answer) =>
      assert.deepEqual(await members(await resultFile(answer, 'tar')), ['one.txt', 'folder/two.txt']),
  },
  {
    ...{ from: 'zip', to: 'tar', what: 'a wrong byte', reason: 'damaged', saved: /: 2 of 3 files\./ },
    make: async () => flipped(await threeFiles(), 50),
    see: async (answer) =>
      assert.deepEqual(await members(await resultFile(answer, 'tar')), ['one.txt', 'three.txt']),
  },
  {
    ...{ from: 'tar.gz', to: 'zip', what: 'end missing', reason: 'truncated', saved: /: \d files?\./ },
    make: async () => cut(await readFile(await samples.get('tar.gz')), 70),
    see: async (answer) => assert.ok((await members(await resultFile(answer, 'zip'))).length > 0),
  },
  {
    ...{
      from: 'gz',
      to: 'zip',
      what: 'second half missing',
      reason: 'truncated',
      saved: /: \d+ bytes\./,
    },
    make: () => cut(gzipSync(paragraphs(5000).join('\n')), 50),
    see: async (answer) => {
      const zip = await resultFile(answer, 'zip');
      assert.match(await outputOf('/usr/bin/bsdtar', ['-xOf', zip]), /^Paragraph number 1 says/);
    },
  },
  {
    ...{
      from: 'mp4',
      to: 'mp3',
      what: 'index at the start, second half missing',
      reason: 'truncated',
    },
    saved: /: [345]\.\d of 8\.\d seconds\./,
    make: async () => cut(await byFfmpeg('fast.mp4', ...video, '-movflags', '+faststart'), 55),
    see: (answer) => seeSeconds(answer, 2.5, 5.5),
  },
  {
    ...{
      from: 'mkv',
      to: 'mp3',
      what: 'second half missing',
      reason: 'truncated',
      saved: /: [345]\.\d of 8\.\d seconds\./,
    },
    make: async () => cut(await byFfmpeg('cut.mkv', ...video), 55),
    see: (answer) => seeSeconds(answer, 2.5, 5.5),
  },
  {
    ...{
      from: 'wav',
      to: 'mp3',
      what: 'second half missing',
      reason: 'truncated',
      saved: /: 4\.\d seconds/,
    },
    make: async () => cut(await byFfmpeg('cut.wav'), 50),
    see: (answer) => seeSeconds(answer, 3.8, 4.3),
  },
  {
    ...{
      from: 'flac',
      to: 'mp3',
      what: 'second half missing',
      reason: 'damaged',
      saved: /: [345]\.\d of 8\.\d seconds\./,
    },
    make: async () => cut(await byFfmpeg('cut.flac'), 50),
    see: (answer) => seeSeconds(answer, 3, 5),
  },
  {
    ...{ from: 'json', to: 'yaml', what: 'end missing', reason: 'truncated', saved: /: 3 values\./ },
    make: () => Buffer.from('{"boats": [{"name": "Marigold", "berth": 12}, {"name": "Tern", "ber'),
    see: seeText(/^boats:\n {2}- name: Marigold\n {4}berth: 12\n {2}- name: Tern\n$/, /ber$/),
  },
  {
    ...{ from: 'json', to: 'yaml', what: 'an invalid key', reason: 'damaged', saved: /: 2 values\./ },
    make: () => Buffer.from('{"a": 1, "b": 2, c: 3}'),
    see: seeText(/^a: 1\nb: 2\n$/, /c/),
  },
  {
    ...{ from: 'xml', to: 'json', what: 'end missing', reason: 'truncated', saved: /: 4 elements\./ },
    make: () => Buffer.from('<?xml version="1.0"?><boats><boat><name>Marigold</name></boat><boat><na'),
    see: seeText(/"Marigold"/, /"na"/),
  },
  {
    ...{
      from: 'yaml',
      to: 'json',
      what: 'an invalid line',
      reason: 'damaged',
      saved: /: 2 of 4 lines\./,
    },
    make: () => Buffer.from('name: Marigold\nberth: 12\nlost: "no end\nmore: 1\n'),
    see: seeText(/"berth": 12/, /lost|more/),
  },
  {
    ...{ from: 'csv', to: 'json', what: 'zeros at the end', reason: 'damaged', saved: /: 2 of 3 lines\./ },
    make: () => Buffer.concat([Buffer.from('boat,berth\nMarigold,12\n'), Buffer.alloc(64)]),
    see: seeText(/"Marigold"/, /\\u0000/),
  },
  {
    ...{ from: 'srt', to: 'vtt', what: 'zeros at the end', reason: 'damaged', saved: /: 3 of 4 lines\./ },
    make: () => Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nAhoy\n'), Buffer.alloc(90)]),
    see: seeText(/00:01\.000 --> 00:00:02\.000\nAhoy|00:00:01\.000 --> 00:00:02\.000\nAhoy/, /\0/),
  },
];

async function threeFiles(): Promise<Buffer> {
  const content = paragraphs(300).join('\n');
  const named = {
    'one.txt': content,
    'folder/two.txt': content.toUpperCase(),
    'three.txt': `${content}\nend`,
  };
  return made('three.zip', (file) => writeZip(file, named));
}

const fieldsOf = (name: string, bytes: Buffer, target: string, more: readonly [string, string][] = []) =>
  [['file', new File([bytes], name)], ['target', target], ...more] as const;

const send = (
  name: string,
  bytes: Buffer,
  target: string,
  more: readonly [string, string][] = [],
  headers = {},
) => ask(app, '/v1/convert', customer, { fields: fieldsOf(name, bytes, target, more), headers });

const asked: readonly [string, string][] = [['salvage', 'true']];

describe('salvages the readable content of damaged files', () => {
  for (const { from, to, what, make, reason, saved, see } of cases)
    test(`refuses to convert a damaged ${from} file to ${to} unless salvage=true is sent (damage: ${what})`, async () => {
      const bytes = await make();
      const refused = await send(`in.${from}`, bytes, to);
      assert.equal(refused.status, 400);
      assert.equal(refused.error.details?.['reason'], reason, refused.error.message);
      assert.match(refused.error.message ?? '', /salvage=true/);
      const answer = await send(`in.${from}`, bytes, to, [...asked]);
      assert.equal(answer.status, 200, answer.error.message);
      assert.match(answer.headers.get('X-Conversion-Warnings') ?? '', /\bsalvaged\b/);
      await see(answer);
      const asJson = await send(`in.${from}`, bytes, to, [...asked], { Accept: 'application/json' });
      const { warnings } = jsonOf<{ warnings: { code: string; message: string }[] }>(asJson);
      assert.match(warnings.find(({ code }) => code === 'salvaged')?.message ?? '', saved);
    });
});

test('salvage=true does not change the result of an intact file', async () => {
  const png = await picture().png().toBuffer();
  const [plain, salvaged] = [await send('in.png', png, 'jpg'), await send('in.png', png, 'jpg', [...asked])];
  assert.deepEqual(salvaged.body, plain.body);
  assert.equal(salvaged.headers.get('X-Conversion-Warnings'), null);
});

test('refuses to salvage a truncated mp4 without an index, and a png with random content', async () => {
  const late = cut(await byFfmpeg('late.mp4', ...video), 50);
  const refused = await send('in.mp4', late, 'mp3', [...asked]);
  assert.deepEqual([refused.status, refused.error.details?.['reason']], [400, 'truncated']);
  assert.match(refused.error.message ?? '', /No part of it could be recovered/);
  const noise = await send('in.png', Buffer.alloc(4096, 0x81), 'jpg', [...asked]);
  assert.deepEqual([noise.status, noise.error.details?.['reason']], [400, 'unreadable_file']);
  assert.doesNotMatch(noise.error.message ?? '', /salvage/);
});

test('applies other options, such as width, to salvaged content', async () => {
  const half = cut(await picture().png().toBuffer(), 60);
  const answer = await send('in.png', half, 'webp', [...asked, ['width', '60']]);
  assert.deepEqual((await sharp(answer.body).metadata()).width, 60);
});

test('the record of a job that salvages a damaged file lists all attempts', async () => {
  const half = cut(await picture().jpeg().toBuffer(), 55);
  const done = async (more: readonly [string, string][]) =>
    ended(app, customer, await accepted(submit(app, customer, [...fieldsOf('in.jpg', half, 'png', more)])));
  const saved = await done([...asked]);
  assert.equal(saved.status, 'completed');
  assert.deepEqual(
    saved.result?.warnings?.map(({ code }) => code),
    ['salvaged'],
  );
  assert.deepEqual(saved.tried, [
    { engine: 'sharp', way: 'usual', outcome: 'unreadable_file' },
    { engine: 'pillow', way: 'second_engine', outcome: 'unreadable_file' },
    { engine: 'sharp', way: 'repair', outcome: 'converted' },
  ]);
  const refused = await done([]);
  assert.deepEqual([refused.status, refused.error?.details?.['reason']], ['failed', 'truncated']);
  const ways = refused.tried?.map(({ way }) => way);
  assert.deepEqual(ways, ['usual', 'second_engine']);
  assert.ok(app.service.log.some((line) => /"causes":\["\w.*fallback attempts were made/.test(line)));
  const yaml = await submit(app, customer, [...fieldsOf('a.json', Buffer.from('{"a":1}'), 'yaml')]);
  assert.equal((await ended(app, customer, jsonOf<{ job_id: string }>(yaml).job_id)).tried, undefined);
});
