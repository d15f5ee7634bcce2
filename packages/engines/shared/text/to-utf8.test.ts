/** Tests that text files are converted to the form that tools expect, and that binary files are refused. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../../test/support/python.ts';

const runner = fileURLToPath(new URL('to_utf8.py', import.meta.url));

async function recode(from: string, bytes: Buffer): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-utf8-'));
  try {
    const [input, text] = [path.join(dir, 'in'), path.join(dir, 'text')];
    await writeFile(input, bytes);
    await promisify(execFile)(
      '/usr/bin/python3',
      [runner, JSON.stringify({ from, input, text, outputDir: dir, work: dir })],
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

const texts: Readonly<Record<string, string>> = {
  'UTF-8': sample,
  'UTF-8 with a byte order mark': `\uFEFF${sample}`,
  'UTF-8 with Windows line ends': sample.replace('\n', '\r\n'),
};

for (const [name, text] of Object.entries(texts)) {
  void test(`reads a Markdown file encoded in ${name}`, async () => {
    assert.equal(await recode('md', Buffer.from(text)), sample);
  });
}

void test('treats a file that contains only a byte order mark as empty', async () => {
  assert.equal(await recode('md', Buffer.from('\uFEFF')), '');
});

void test('removes the encoding name from the XML declaration', async () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<article><para>Möwe</para></article>';
  assert.equal(await recode('docbook', Buffer.from(xml)), xml.replace(' encoding="UTF-8"', ''));
});

void test('keeps the lines, indentation and columns of plain text in HTML', async () => {
  assert.equal(
    await recode('txt', Buffer.from('one\n  two\n\na      b\n1 < 2  3')),
    '<p>one<br>\n\u00a0\u00a0two</p>\n<pre>a      b\n1 &lt; 2  3</pre>',
  );
});

for (const [name, from, bytes] of [
  ['binary data as Markdown', 'md', Buffer.from([0, 1, 2, 3, 0, 255, 254, 7, 0, 0, 9])],
  ['an SVG drawing as DocBook', 'docbook', Buffer.from('<?xml version="1.0"?><!-- <article> --><svg/>')],
] as const) {
  void test(`refuses to read ${name}`, async () => {
    await assert.rejects(recode(from, bytes), { code: 1 });
  });
}

test('extracts large embedded pictures to files, but keeps small pictures in the text', async () => {
  const [large, small] = [Buffer.alloc(9000, 7).toString('base64'), Buffer.alloc(90, 7).toString('base64')];
  const link = (data: string) => `data:image/png;base64,${data}`;
  const text = await recode(
    'md',
    Buffer.from(`![a](${link(large)}) ![b](${link(small)}) data:text/plain;base64,${large}\n`),
  );
  const [, name] = /^!\[a\]\((picture-[0-9a-f]{32}\.png)\)/.exec(text) ?? [];
  assert.equal(text, `![a](${name}) ![b](${link(small)}) data:text/plain;base64,${large}\n`);
});
