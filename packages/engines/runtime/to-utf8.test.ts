/** Texts in the encodings people send, made UTF-8; and what is no text, refused. */
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
    await promisify(execFile)('/usr/bin/python3', [runner, JSON.stringify({ from, input, text })], {
      env: pythonEnv,
    });
    return await readFile(text, 'utf8');
  } finally {
    await rm(dir, { recursive: true });
  }
}

const said = 'Der Kapitän zählte die Möwen über dem Kai, müde und ohne Eile.\n';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(text, 'utf16le');

const texts: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(said),
  'UTF-8 with a mark': Buffer.from(`\uFEFF${said}`),
  'UTF-16 with a mark': wide(`\uFEFF${said}`),
  'UTF-16 without a mark': wide(said),
  'UTF-16, the other way round, with a mark': wide(`\uFEFF${said}`).swap16(),
  'Latin-1': latin1(said),
  'Windows line ends': Buffer.from(said.replace('\n', '\r\n')),
};

for (const [name, bytes] of Object.entries(texts)) {
  void test(`${name} is read`, async () => {
    assert.equal(await recode('md', bytes), said);
  });
}

void test('a declaration counts where the bytes do not contradict it', async () => {
  const page = (charset: string, text: string) =>
    `<html><head><meta charset="${charset}"></head><body>${text}</body></html>`;
  const russian = Buffer.concat([
    latin1(page('windows-1251', 'X').split('X')[0] ?? ''),
    Buffer.from([0xcf, 0xf0, 0xe8]),
  ]);
  assert.match(await recode('html', russian), /При$/);
  assert.match(await recode('html', latin1(page('iso-8859-1', said))), /Möwen/);
  assert.match(await recode('html', Buffer.from(page('iso-8859-1', said))), /Möwen/);
});

void test('an XML declaration no longer names the old encoding', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<article><para>Möwe</para></article>';
  assert.equal(await recode('docbook', latin1(xml)), xml.replace(' encoding="ISO-8859-1"', ''));
});

void test('a text cut off within a character is still read', async () => {
  assert.equal(await recode('md', Buffer.from('Die Möwe ä').subarray(0, -1)), 'Die Möwe ');
});

void test('plain text keeps its lines, its indents and its columns', async () => {
  assert.equal(
    await recode('txt', Buffer.from('one\n  two\n\na      b\n1 < 2  3')),
    '<p>one<br>\n\u00a0\u00a0two</p>\n<pre>a      b\n1 &lt; 2  3</pre>',
  );
});

for (const [name, from, bytes] of [
  ['bytes without sense', 'md', Buffer.from([0, 1, 2, 3, 0, 255, 254, 7, 0, 0, 9])],
  ['nothing but a mark', 'txt', Buffer.from('\uFEFF')],
  ['XML of another kind', 'docbook', Buffer.from('<?xml version="1.0"?><!-- <article> --><svg/>')],
] as const) {
  void test(`${name} is refused`, async () => {
    await assert.rejects(recode(from, bytes), { code: 1 });
  });
}
