/** Tests that encryption is detected in files of any length. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isEncrypted } from './encrypted.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-encrypted-'));
});
after(() => rm(dir, { recursive: true }));

async function encrypted(bytes: Buffer): Promise<boolean> {
  const file = path.join(dir, 'file');
  await writeFile(file, bytes);
  return isEncrypted(file);
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const zip = (flags: string) => hex(`504b0304 1400 ${flags} 0000`);
const ole = (name: string) => Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.from(name, 'utf16le')]);

test('finds the mark anywhere in the first or last megabyte', async () => {
  const filler = Buffer.alloc(3_000_000);
  assert.equal(await encrypted(zip('0100')), true);
  assert.equal(await encrypted(ole('EncryptedPackage')), true);
  assert.equal(await encrypted(Buffer.concat([ole(''), filler, ole('EncryptedPackage')])), true);
  assert.equal(await encrypted(Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>')), true);
});

test('detects encrypted Office 97 documents by their start, and presentations by the stream Current User', async () => {
  const sector = (text: string) => Buffer.concat([ole(''), Buffer.alloc(1016), hex(text), Buffer.alloc(30)]);
  const word = (flags: string) => sector(`eca5 c100 0000 0000 0000 ${flags}`);
  const excel = (record: string) =>
    sector(`0908 1000 0006 0500 0000 0000 0000 0000 0000 0000 ${record} 3600`);
  const excel5 = sector('0908 0800 0005 0500 0000 0000 2f00 0400 0000 0000');
  const reserved = excel('8600 0000 2f00');
  const small = Buffer.concat([ole(''), Buffer.alloc(1016 + 64), excel5.subarray(ole('').length + 1016)]);
  assert.equal(await encrypted(small), true, 'a workbook that shares its sector with other small streams');
  assert.deepEqual([await encrypted(excel5), await encrypted(reserved)], [true, true]);
  const slides = (token: string) => Buffer.concat([ole('Current User'), hex(`14000000 ${token}`)]);
  assert.deepEqual([await encrypted(word('0013')), await encrypted(word('0012'))], [true, false]);
  assert.deepEqual([await encrypted(excel('2f00')), await encrypted(excel('e100'))], [true, false]);
  assert.deepEqual([await encrypted(slides('dfc4d1f3')), await encrypted(slides('5fc091e3'))], [true, false]);
});

test('treats a file without a mark as not encrypted', async () => {
  assert.equal(await encrypted(zip('0000')), false);
  assert.equal(await encrypted(ole('WordDocument')), false);
  assert.equal(await encrypted(Buffer.from('%PDF-1.7\n')), false);
});

test('treats truncated files as not encrypted', async () => {
  for (const complete of [zip('0100'), ole('x')])
    for (let length = 0; length < 7; length += 1) {
      const bytes = complete.subarray(0, length);
      assert.equal(await encrypted(bytes), false, bytes.toString('hex'));
    }
});
