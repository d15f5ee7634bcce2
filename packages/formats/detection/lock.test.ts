/** Tests that encryption is detected in files of any length. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zip as zipOf } from '../fixtures.ts';
import { findLock } from './lock.ts';
import type { Lock } from './zip-lock.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-encrypted-'));
});
after(() => rm(dir, { recursive: true }));

async function lockOf(bytes: Buffer): Promise<Lock | undefined> {
  const file = path.join(dir, 'file');
  await writeFile(file, bytes);
  return findLock(file);
}

const encrypted = async (bytes: Buffer): Promise<boolean> => (await lockOf(bytes)) !== undefined;

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const zip = (flags: string) => hex(`504b0304 1400 ${flags} 0000`);
const ole = (name: string) => Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.from(name, 'utf16le')]);

test('finds an encryption marker anywhere in the first or last megabyte of a file', async () => {
  const filler = Buffer.alloc(3_000_000);
  assert.equal(await encrypted(zip('0100')), true);
  assert.equal(await encrypted(ole('EncryptedPackage')), true);
  assert.equal(await encrypted(Buffer.concat([ole(''), filler, ole('EncryptedPackage')])), true);
  assert.equal(await encrypted(Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>')), true);
});

test('detects encryption in binary Word, Excel and PowerPoint files', async () => {
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

test('treats a file without an encryption marker as not encrypted', async () => {
  assert.equal(await encrypted(zip('0000')), false);
  assert.equal(await encrypted(ole('WordDocument')), false);
  assert.equal(await encrypted(Buffer.from('%PDF-1.7\n')), false);
});

test('treats a file of fewer than 7 bytes as not encrypted', async () => {
  for (const complete of [zip('0100'), ole('x')])
    for (let length = 0; length < 7; length += 1) {
      const bytes = complete.subarray(0, length);
      assert.equal(await encrypted(bytes), false, bytes.toString('hex'));
    }
});

test('detects encrypted OpenDocument packages by their manifest', async () => {
  const manifest = (content: string) => zipOf(['content.xml', 'x'], ['META-INF/manifest.xml', content]);
  assert.deepEqual(await lockOf(manifest('<m:encryption-data m:checksum="a"/>')), {});
  assert.equal(await lockOf(manifest('<m:file-entry m:full-path="/"/>')), undefined);
});

test('detects an encrypted zip even if the first entry is not encrypted', async () => {
  const bytes = zipOf(['a.txt', 'a'], ['b.txt', 'b']);
  const lastEntry = bytes.lastIndexOf('PK\x01\x02');
  bytes.writeUInt16LE(1, lastEntry + 8);
  assert.deepEqual(await lockOf(bytes), {});
});

test('returns the name of the encryption if no password can open the file', async () => {
  const method = (algorithm: string): [string, string] => [
    'META-INF/encryption.xml',
    `<enc:EncryptionMethod Algorithm="${algorithm}"/>`,
  ];
  const aes = method('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
  const book = Buffer.alloc(200);
  book.write('BOOKMOBI', 60);
  book.writeUInt32BE(100, 78);
  const lockedBook = Buffer.from(book);
  lockedBook.writeUInt16BE(2, 112);
  const cases: readonly [bytes: Buffer, feature: string | undefined][] = [
    [zipOf(['Index/Document.iwa', 'x'], ['.iwpv2', 'x']), 'iWork encryption'],
    [zipOf(aes, ['META-INF/rights.xml', '']), 'Adobe DRM'],
    [zipOf(aes, ['META-INF/license.lcpl', '']), 'LCP DRM'],
    [zipOf(aes), 'EPUB encryption'],
    [zipOf(method('http://www.idpf.org/2008/embedding')), undefined],
    [lockedBook, 'Kindle DRM'],
    [book, undefined],
    [Buffer.from('\0\0\0\x10ftypM4A \0\0\0\x14schm\0\0\0\0itun'), 'Apple DRM'],
    [Buffer.from('\0\0\0\x10ftypisom\0\0\0\x14schm\0\0\0\0cbcs'), 'Common Encryption (cbcs)'],
    [hex('3026b2758e66cf11 00000000 fbb3112223bdd211b4b700a0c955fc6e'), 'Windows Media DRM'],
    [
      Buffer.from('%PDF-1.7\n<< /Filter /EBX_HANDLER >> trailer << /Encrypt 5 0 R >>'),
      'PDF security handler EBX_HANDLER',
    ],
    [Buffer.from('%PDF-1.7\n<< /Filter /Adobe.PPKLite >>'), undefined],
  ];
  for (const [bytes, feature] of cases) assert.equal((await lockOf(bytes))?.feature, feature);
});
