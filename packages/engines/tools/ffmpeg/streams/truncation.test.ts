/** Tests that truncated files are detected in each container that declares its length. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFileComplete, type Container } from './truncation.ts';

const content = Buffer.alloc(1000, 1);

function riff(length = content.length + 4): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WAVE'), content]);
}

function w64(): Buffer {
  const header = Buffer.alloc(24);
  header.writeBigUInt64LE(BigInt(24 + content.length), 16);
  return Buffer.concat([header, content]);
}

function caf(): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigInt64BE(BigInt(content.length));
  return Buffer.concat([Buffer.from('caff\0\x01\0\0data', 'latin1'), size, content]);
}

function voc(): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(26, 20);
  const block = Buffer.from([1, content.length & 255, content.length >> 8, 0]);
  return Buffer.concat([header, block, content, Buffer.from([0])]);
}

function asf(): Buffer {
  const header = Buffer.alloc(104);
  Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex').copy(header);
  header.writeBigUInt64LE(BigInt(104 + content.length), 40);
  return Buffer.concat([header, content]);
}

function ogg(): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  const lengths = [255, 255, 255, 235];
  header[26] = lengths.length;
  return Buffer.concat([header, Buffer.from(lengths), content]);
}

function swf(): Buffer {
  const header = Buffer.from('FWS\x06\0\0\0\0', 'latin1');
  header.writeUInt32LE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}

function ebml(): Buffer {
  const size = Buffer.from('0100000000000000', 'hex');
  size.writeUInt32BE(content.length, 4);
  return Buffer.concat([Buffer.from('1a45dfa38018538067', 'hex'), size, content]);
}

function flv(): Buffer {
  const tag = Buffer.alloc(11);
  tag[0] = 9;
  tag.writeUIntBE(content.length, 1, 3);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(tag.length + content.length);
  return Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0', 'latin1'), tag, content, length]);
}

const files: Readonly<Record<Exclude<Container, 'iso-media'>, () => Buffer>> = {
  riff,
  w64,
  caf,
  voc,
  asf,
  ogg,
  swf,
  ebml,
  flv,
};

const ends = (bytes: Buffer) => ({ size: bytes.length, head: bytes, tail: bytes });

describe('checks whether a media file is complete', () => {
  for (const [container, make] of Object.entries(files) as [Container, () => Buffer][]) {
    test(`accepts a complete ${container} file, but not the first half of the file`, () => {
      const bytes = make();
      assert.equal(isFileComplete(container, ends(bytes)), true);
      assert.equal(
        isFileComplete(container, ends(bytes.subarray(0, bytes.length / 2))),
        false,
        'half of the file',
      );
    });
  }

  test('accepts a RIFF or EBML file that declares an unknown length', () => {
    assert.equal(isFileComplete('riff', ends(riff(0))), true);
    assert.equal(isFileComplete('riff', ends(riff(0xffffffff))), true);
    const live = ebml();
    live.fill(0xff, 10, 17);
    assert.equal(isFileComplete('ebml', ends(live)), true);
  });
});
