/** Tests that a file is sound only if its beginning, end and container show that it is complete. */
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

test('accepts a text file as complete, even if the file is blank', async () => {
  assert.equal(await sound('txt', '\n'), true);
  assert.equal(await sound('html', '<!doctype html><html><body></body></html>'), true);
});

test('rejects a truncated RTF or XML file', async () => {
  assert.equal(await sound('rtf', '{\\rtf1\\ansi {\\b x'), false);
  assert.equal(await sound('fodt', '<?xml version="1.0"?><office:document><office:body>'), false);
});

test('rejects binary data that is declared as plain text', async () => {
  assert.equal(await sound('txt', '\0\x01\x02\x03\xff\xfe\x80\x81'.repeat(40)), false);
});

test('accepts a zip as complete only if a damage check succeeds', async () => {
  assert.equal(await sound('zip', emptyZip, 'unreadable_file'), true);
  assert.equal(await sound('zip', emptyZip, 'damaged'), false);
  assert.equal(await sound('zip', emptyZip), false);
});

test('does not accept an MP3 file as complete, because the format has no end marker', async () => {
  assert.equal(await sound('mp3', 'ID3\x04\0\0\0\0\0\0'), false);
});

test('treats a tar as complete only if it contains only zeros, because any other tar may be truncated', async () => {
  assert.equal(await sound('tar', '\0'.repeat(10_240)), true);
  assert.equal(await sound('tar', `name${'\0'.repeat(1020)}`), false);
});
