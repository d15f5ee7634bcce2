/**
 * Intact files that need an unsupported feature are refused with the feature's name, and encrypted files are reported
 * as encrypted.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { compoundFile } from '../../samples/documents/compound.ts';
import { run } from '../../samples/run.ts';
import { xorWorkbook } from '../../support/files/xor-workbook.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

interface Refusal {
  name: string;
  target: string;
  bytes: Buffer;
  options?: Record<string, string>;
}

async function refusalOf({ name, target, bytes, options }: Refusal): Promise<Record<string, unknown>> {
  const { status, error } = await convertFile(new File([new Uint8Array(bytes)], name), target, options);
  assert.equal(status, 400, `${name} to ${target}`);
  return error.details ?? {};
}

async function feature(refusal: Refusal): Promise<unknown> {
  const { reason, feature: found } = await refusalOf(refusal);
  assert.equal(reason, 'unsupported_feature', `${refusal.name} to ${refusal.target}: ${String(reason)}`);
  return found;
}

/** Returns a 1-second audio or video file that FFmpeg writes with the given flags. */
async function video(ext: string, ...flags: string[]): Promise<Buffer> {
  await using stack = new AsyncDisposableStack();
  const file = path.join(await temporaryFolder(stack), `video.${ext}`);
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...picture, ...sound, ...flags, file]);
  return await readFile(file);
}

/** Returns the bytes with every occurrence of `from` replaced by `to`, which has the same length. */
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  assert.ok(bytes.includes(from) && from.length === to.length, from);
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

test('refuses a video whose codec no decoder supports, and names the codec', async () => {
  const [avi, mkv, mp4] = [
    replaced(await video('avi', '-c:v', 'mpeg4'), 'FMP4', 'ZQX9'),
    replaced(await video('mkv', '-c:v', 'libx264'), 'V_MPEG4/ISO/AVC', 'V_ZQX99/ISO/ABC'),
    replaced(await video('mp4', '-c:v', 'libx264'), 'avc1\0', 'zqx9\0'),
  ];
  assert.equal(await feature({ name: 'a.avi', target: 'mp4', bytes: avi }), 'codec ZQX9');
  assert.equal(await feature({ name: 'a.avi', target: 'gif', bytes: avi }), 'codec ZQX9');
  assert.equal(await feature({ name: 'a.mkv', target: 'mp4', bytes: mkv }), 'codec V_ZQX99/ISO/ABC');
  assert.equal(await feature({ name: 'a.mp4', target: 'mkv', bytes: mp4 }), 'codec zqx9');
  const sound = await convertFile(new File([new Uint8Array(mp4)], 'a.mp4'), 'mp3');
  assert.equal(sound.status, 200, sound.error.message);
});

test('the error names an unsupported audio codec, but the option `mute` makes the conversion succeed', async () => {
  const mkv = replaced(await video('mkv', '-c:v', 'libx264', '-c:a', 'aac'), 'A_AAC', 'A_ZQX');
  assert.equal(await feature({ name: 'a.mkv', target: 'mp4', bytes: mkv }), 'codec A_ZQX');
  assert.equal(await feature({ name: 'a.mkv', target: 'mp3', bytes: mkv }), 'codec A_ZQX');
  const muted = await convertFile(new File([new Uint8Array(mkv)], 'a.mkv'), 'mp4', { mute: 'true' });
  assert.equal(muted.status, 200, muted.error.message);
  const wav = await video('wav', '-map', '1:a');
  wav.writeUInt16LE(0x7799, wav.indexOf('fmt ') + 8);
  assert.equal(await feature({ name: 'a.wav', target: 'mp3', bytes: wav }), 'codec 0x7799');
});

/**
 * Returns a zip that declares the compression method `method` for a file of 18 bytes. The compressed data in the zip is
 * invalid.
 */
function zipBy(method: number): Buffer {
  const [name, packed] = [Buffer.from('a.txt'), Buffer.alloc(50, 'x')];
  const facts = Buffer.alloc(24);
  facts.writeUInt16LE(63, 0);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(crc32('hello hello hello\n'), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(18, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.alloc(2), name, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, Buffer.alloc(16), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

test('refuses a zip with an unsupported compression method, and names the method', async () => {
  for (const [method, name] of [
    [97, 'zip method 97 (WavPack)'],
    [19, 'zip method 19 (LZ77)'],
    [200, 'zip method 200 (unknown)'],
  ] as const)
    assert.equal(await feature({ name: 'a.zip', target: 'tar', bytes: zipBy(method) }), name);
});

test('refuses a zip with invalid data as damaged if its compression method is supported', async () => {
  const { reason } = await refusalOf({ name: 'a.zip', target: 'tar', bytes: zipBy(1) });
  assert.equal(reason, 'damaged');
});

test('refuses a 7z with an unsupported compression method, and names the method', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  const [text, file] = [path.join(dir, 'a.txt'), path.join(dir, 'a.7z')];
  await run('/bin/sh', ['-c', 'seq 100 >"$1"', 'sh', text]);
  await run('/usr/bin/7zz', ['a', '-mhc=off', '-m0=PPMd', file, text]);
  const archive = await readFile(file);
  const header = archive.subarray(32 + Number(archive.readBigUInt64LE(12)));
  // Replaces the method id of PPMd with the id of Zstandard, which 7-Zip does not include.
  header.set([0x04, 0xf7, 0x11], header.indexOf(Buffer.from([3, 4, 1])));
  archive.writeUInt32LE(crc32(header), 28);
  archive.writeUInt32LE(crc32(archive.subarray(12, 32)), 8);
  assert.equal(await feature({ name: 'a.7z', target: 'zip', bytes: archive }), '7z method 04F711');
});

test('refuses a TIFF with an unsupported compression, and names the compression', async () => {
  const pixels = sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } });
  const tiff = await pixels.tiff({ compression: 'none' }).toBuffer();
  const directory = tiff.readUInt32LE(4);
  for (const [scheme, name] of [
    [34_887, 'LERC compression'],
    [65_000, 'Compression scheme 65000'],
  ] as const) {
    const bytes = Buffer.from(tiff);
    // Each entry of the TIFF directory has 12 bytes: the tag, the type, the count and the value. Tag 259 is the
    // compression.
    for (let at = directory + 2; at < directory + 2 + 12 * tiff.readUInt16LE(directory); at += 12)
      if (tiff.readUInt16LE(at) === 259) bytes.writeUInt16LE(scheme, at + 8);
    assert.equal(await feature({ name: 'a.tiff', target: 'png', bytes }), name);
  }
});

/**
 * Returns an xls with a record FilePass, which declares the encryption, followed by unreadable records. `filePass` is
 * the content of the record FilePass in hexadecimal.
 */
function lockedWorkbook(filePass: string): Buffer {
  const record = (kind: number, content: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(kind, 0);
    head.writeUInt16LE(content.length, 2);
    return Buffer.concat([head, content]);
  };
  const begin = record(0x809, Buffer.from('00060500bb0dcc07000000000600000000000000', 'hex').subarray(0, 16));
  const rest = Array.from({ length: 90 }, () => record(0x85, Buffer.alloc(60, 0x5a)));
  return compoundFile({
    Workbook: Buffer.concat([begin, record(0x2f, Buffer.from(filePass, 'hex')), ...rest]),
  });
}

const salted = '11'.repeat(16);
const workbooks = {
  'XOR obfuscation': '000034127856',
  RC4: `010001000100${salted}${salted}${salted}`,
  'RC4 CryptoAPI':
    '0100' +
    '0200020004000000' +
    '20000000' +
    '0400000000000000016800000480000080000000010000000000000000000000' +
    `10000000${salted}${salted}14000000${'22'.repeat(20)}`,
};

for (const [kind, filePass] of Object.entries(workbooks))
  test(`returns password_required for an xls encrypted with ${kind}`, async () => {
    const bytes = lockedWorkbook(filePass);
    for (const target of ['csv', 'pdf'])
      assert.equal((await refusalOf({ name: 'a.xls', target, bytes })).reason, 'password_required', target);
  });

test('refuses an encrypted xls if no engine knows its encryption method', async () => {
  const bytes = lockedWorkbook(`010009000900${salted}${salted}${salted}`);
  const options = { password: 'secret' };
  assert.equal(await feature({ name: 'a.xls', target: 'csv', bytes, options }), 'encryption method');
});

test('decrypts an xls with XOR obfuscation if msoffcrypto supports the method', async () => {
  const bytes = xorWorkbook('hidden words', 'Secret1');
  const file = { name: 'a.xls', target: 'csv', bytes };
  if (await canDecryptXor()) {
    const name = new File([new Uint8Array(bytes)], file.name);
    const { status, body, error } = await convertFile(name, file.target, { password: 'Secret1' });
    assert.equal(status, 200, error.message);
    assert.equal(body.toString(), 'hidden words\n');
    assert.equal((await refusalOf({ ...file, options: { password: 'secret' } })).reason, 'wrong_password');
  } else {
    assert.equal(await feature({ ...file, options: { password: 'Secret1' } }), 'encryption method');
  }
});

/**
 * Returns whether the installed version of msoffcrypto decrypts workbooks with XOR obfuscation. msoffcrypto 5.0 (in
 * Debian 12) does not decrypt workbooks with XOR obfuscation.
 */
async function canDecryptXor(): Promise<boolean> {
  const program = "from msoffcrypto.format import xls97; print(hasattr(xls97, 'DocumentXOR'))";
  return (await run('/usr/bin/python3', ['-c', program])).stdout.toString().trim() === 'True';
}
