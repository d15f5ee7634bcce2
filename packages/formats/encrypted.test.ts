/** What says that a file is locked, in files of every length. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isEncrypted } from './encrypted.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-locked-'));
});
after(() => rm(dir, { recursive: true }));

async function locked(bytes: Buffer): Promise<boolean> {
  const file = path.join(dir, 'file');
  await writeFile(file, bytes);
  return isEncrypted(file);
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const zip = (flags: string) => hex(`504b0304 1400 ${flags} 0000`);
const ole = (name: string) => Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.from(name, 'utf16le')]);

test('a mark is found, wherever in the first or the last megabyte it stands', async () => {
  const filler = Buffer.alloc(3_000_000);
  assert.equal(await locked(zip('0100')), true);
  assert.equal(await locked(ole('EncryptedPackage')), true);
  assert.equal(await locked(Buffer.concat([ole(''), filler, ole('EncryptedPackage')])), true);
  assert.equal(await locked(Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>')), true);
});

test('what has none is not locked', async () => {
  assert.equal(await locked(zip('0000')), false);
  assert.equal(await locked(ole('WordDocument')), false);
  assert.equal(await locked(Buffer.from('%PDF-1.7\n')), false);
});

test('files too short to hold anything are not locked', async () => {
  for (const whole of [zip('0100'), ole('x')])
    for (let length = 0; length < 7; length += 1) {
      const bytes = whole.subarray(0, length);
      assert.equal(await locked(bytes), false, bytes.toString('hex'));
    }
});
