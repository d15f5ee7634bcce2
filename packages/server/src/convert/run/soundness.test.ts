/** A file is sound where its beginning, its end and what its container tells of it say so, and not where nothing can be told. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { format } from '@protean/formats';
import { isSound } from './soundness.ts';

let dir: string;
before(async () => (dir = await mkdtemp(path.join(tmpdir(), 'protean-soundness-'))));
after(() => rm(dir, { recursive: true }));

async function sound(ext: string, content: string, inZip: string | undefined = undefined): Promise<boolean> {
  const file = path.join(dir, 'file');
  await writeFile(file, content, 'latin1');
  return isSound(file, format(ext), () => Promise.resolve(inZip));
}

const emptyZip = `PK\x05\x06${'\0'.repeat(18)}`;

test('a text is sound, blank or not', async () => {
  assert.equal(await sound('txt', '\n'), true);
  assert.equal(await sound('html', '<!doctype html><html><body></body></html>'), true);
});

test('a text that ends before its format does is not', async () => {
  assert.equal(await sound('rtf', '{\\rtf1\\ansi {\\b x'), false);
  assert.equal(await sound('fodt', '<?xml version="1.0"?><office:document><office:body>'), false);
});

test('bytes that are no text are not', async () => {
  assert.equal(await sound('txt', '\0\x01\x02\x03\xff\xfe\x80\x81'.repeat(40)), false);
});

test('a zip is sound only where it was looked into', async () => {
  assert.equal(await sound('zip', emptyZip, 'unreadable_file'), true);
  assert.equal(await sound('zip', emptyZip, 'damaged'), false);
  assert.equal(await sound('zip', emptyZip), false);
});

test('what has no end that can be looked at is not told to be sound', async () => {
  assert.equal(await sound('mp3', 'ID3\x04\0\0\0\0\0\0'), false);
});

test('a tape of zeros holds no files, and one of anything else may have been cut off', async () => {
  assert.equal(await sound('tar', '\0'.repeat(10_240)), true);
  assert.equal(await sound('tar', `name${'\0'.repeat(1020)}`), false);
});
