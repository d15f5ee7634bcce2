/** Texts in common encodings become UTF-8, and files that are not text are refused. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../test/support/python.ts';

const runner = fileURLToPath(new URL('to_utf8.py', import.meta.url));

async function recode(from: string, bytes: Buffer): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-utf8-'));
  try {
    const [input, text] = [path.join(dir, 'in'), path.join(dir, 'text')];
    await writeFile(input, bytes);
    await promisify(execFile)(
      '/usr/bin/python3',
      [runner, JSON.stringify({ from, input, text, outputDir: dir })],
      {
        env: pythonEnv,
      },
    );
    return await readFile(text, 'utf8');
  } finally {
    await rm(dir, { recursive: true });
  }
}

const sample = 'Der Kapitän zählte die Möwen über dem Kai, müde und ohne Eile.\n';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const texts: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(sample),
  'UTF-8 with a byte order mark': Buffer.from(`\uFEFF${sample}`),
  'UTF-16 with a byte order mark': utf16(`\uFEFF${sample}`),
  'UTF-16 without a byte order mark': utf16(sample),
  'UTF-16, big-endian, with a byte order mark': utf16(`\uFEFF${sample}`).swap16(),
  'Latin-1': latin1(sample),
  'Windows line ends': Buffer.from(sample.replace('\n', '\r\n')),
};

for (const [name, bytes] of Object.entries(texts)) {
  void test(`${name} is read`, async () => {
    assert.equal(await recode('md', bytes), sample);
  });
}

void test('a declared encoding is used unless the bytes contradict it', async () => {
  const page = (charset: string, text: string) =>
    `<html><head><meta charset="${charset}"></head><body>${text}</body></html>`;
  const russian = Buffer.concat([
    latin1(page('windows-1251', 'X').split('X')[0] ?? ''),
    Buffer.from([0xcf, 0xf0, 0xe8]),
  ]);
  assert.match(await recode('html', russian), /При$/);
  assert.match(await recode('html', latin1(page('iso-8859-1', sample))), /Möwen/);
  assert.match(await recode('html', Buffer.from(page('iso-8859-1', sample))), /Möwen/);
});

void test('the XML declaration loses the old encoding', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<article><para>Möwe</para></article>';
  assert.equal(await recode('docbook', latin1(xml)), xml.replace(' encoding="ISO-8859-1"', ''));
});

void test('a text that is truncated within a character is still read', async () => {
  assert.equal(await recode('md', Buffer.from('Die Möwe ä').subarray(0, -1)), 'Die Möwe ');
});

void test('plain text keeps its lines, indentation and columns', async () => {
  assert.equal(
    await recode('txt', Buffer.from('one\n  two\n\na      b\n1 < 2  3')),
    '<p>one<br>\n\u00a0\u00a0two</p>\n<pre>a      b\n1 &lt; 2  3</pre>',
  );
});

for (const [name, from, bytes] of [
  ['binary data', 'md', Buffer.from([0, 1, 2, 3, 0, 255, 254, 7, 0, 0, 9])],
  ['only a byte order mark', 'txt', Buffer.from('\uFEFF')],
  ['XML of another format', 'docbook', Buffer.from('<?xml version="1.0"?><!-- <article> --><svg/>')],
] as const) {
  void test(`${name} is refused`, async () => {
    await assert.rejects(recode(from, bytes), { code: 1 });
  });
}
