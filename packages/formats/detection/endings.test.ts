import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsEarly } from './endings.ts';

const ends = (ext: string, content: string | Buffer) => {
  const bytes = Buffer.from(content as string);
  const read = (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length));
  return endsEarly(ext, { size: bytes.length, read });
};

const box = (kind: string, length: number, bytes = length - 8) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

test('detects that a PDF, JPEG or DOCX file lacks its end marker', async () => {
  assert.equal(await ends('pdf', '%PDF-1.7 words\n%%EOF\n'), false);
  assert.equal(await ends('pdf', '%PDF-1.7 words'), true);
  assert.equal(await ends('jpg', Buffer.from('ffd8ffe0000011ffd9', 'hex')), false);
  assert.equal(await ends('jpg', Buffer.from('ffd8ffe0000011', 'hex')), true);
  assert.equal(await ends('docx', Buffer.from('504b0304000000', 'hex')), true);
  assert.equal(await ends('docx', Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])), false);
});

test('expects a JSON, XML or RTF file to end with a closing bracket or tag', async () => {
  assert.equal(await ends('json', '{"a": [1]}\n'), false);
  assert.equal(await ends('json', '{"a": [1, 2'), true);
  assert.equal(await ends('xml', '<?xml version="1.0"?><a><b/></a>'), false);
  assert.equal(await ends('xml', '<?xml version="1.0"?><a><b/>text'), true);
  assert.equal(await ends('rtf', '{\\rtf1 words}\n'), false);
});

test('treats an MP4 video as truncated if a box does not fit in the file or the index is missing', async () => {
  const [type, media, index] = [box('ftyp', 16), box('mdat', 100), box('moov', 40)];
  assert.equal(await ends('mp4', Buffer.concat([type, media, index])), false);
  assert.equal(await ends('mp4', Buffer.concat([type, media])), true);
  assert.equal(await ends('mp4', Buffer.concat([type, index, box('mdat', 100, 20)])), true);
});

test('detects a file that is shorter than the length declared in its header', async () => {
  const wave = Buffer.alloc(100);
  wave.write('RIFF');
  wave.writeUInt32LE(92, 4);
  assert.equal(await ends('wav', wave), false);
  assert.equal(await ends('wav', wave.subarray(0, 60)), true);
});

test('the check for truncated files returns undefined for formats without a recognisable end', async () => {
  for (const ext of ['txt', 'csv', 'mp3']) assert.equal(await ends(ext, 'words'), undefined);
});
