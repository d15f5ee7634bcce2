import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascii, fromAscii, fromHex, indexOf, lastIndexOf, u16, u32, u32be, utf16 } from './bytes.ts';

const bytes = fc.uint8Array({ minLength: 4, maxLength: 40 });

test('reads the same numbers from bytes as Buffer in Node.js', () => {
  fc.assert(
    fc.property(bytes, fc.nat(36), (some, offset) => {
      const at = Math.min(offset, some.length - 4);
      const buffer = Buffer.from(some);
      assert.deepEqual(
        [u16(some, at), u32(some, at), u32be(some, at)],
        [buffer.readUInt16LE(at), buffer.readUInt32LE(at), buffer.readUInt32BE(at)],
      );
    }),
  );
  assert.equal(u32(new Uint8Array(), 3), 0);
});

test('finds bytes at the same positions as Buffer in Node.js', () => {
  const few = fc.uint8Array({ max: 2, maxLength: 30 });
  const wanted = fc.uint8Array({ max: 2, minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(few, wanted, (some, part) => {
      assert.equal(indexOf(some, part), Buffer.from(some).indexOf(part));
      assert.equal(lastIndexOf(some, part), Buffer.from(some).lastIndexOf(part));
    }),
  );
});

test('decodes bytes as ASCII and UTF-16, and decodes hexadecimal digits to bytes', () => {
  assert.equal(ascii(fromAscii('RIFF\xff'), 0, 5), 'RIFF\xff');
  assert.equal(utf16(Buffer.from('Wörter', 'utf16le'), 0, 12), 'Wörter');
  assert.deepEqual([...fromHex('00ff7f')], [0, 255, 127]);
});
