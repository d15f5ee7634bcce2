/** Writes an Excel 97 workbook that is encrypted with XOR obfuscation ([MS-OFFCRYPTO], 2.3.7.2). */
import { compoundFile } from '../../samples/documents/compound.ts';

const record = (kind: number, content: Buffer) => Buffer.concat([u16(kind, content.length), content]);

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) bytes.writeUInt16LE(value, n * 2);
  return bytes;
}

/** Rotates the lowest `bits` bits of `value` to the left. */
const rotated = (value: number, by: number, bits: number) =>
  ((value << by) | (value >> (bits - by))) & ((1 << bits) - 1);

/** Returns the hash of the password that the workbook stores. */
function verifierOf(password: Buffer): number {
  let hash = password.length ^ 0xce4b;
  for (const [n, letter] of password.entries()) hash ^= rotated(letter, n + 1, 15);
  return hash;
}

/** Returns the 16 bits that obfuscate the password. */
function keyOf(password: Buffer): number {
  const next = (value: number) => (value & 0x8000 ? ((value << 1) & 0xffff) ^ 0x1021 : value << 1);
  let [key, base, last] = [0, 0x8000, 0xffff];
  for (const letter of [...password].reverse())
    for (let bit = 0; bit < 8; bit += 1) {
      base = next(base);
      last = next(last);
      if ((letter >> bit) & 1) key ^= base;
    }
  return key ^ last;
}

const padding = Buffer.from('bbffffbaffffb98000be0f00bf0f00', 'hex');

/** Returns the 16 bytes that obfuscate the content of the records. */
function padOf(password: Buffer): Buffer {
  const key = u16(keyOf(password));
  const bytes = Buffer.concat([password, padding]).subarray(0, 16);
  return Buffer.from(bytes.map((byte, n) => rotated(byte ^ (key[n % 2] ?? 0), 2, 8)));
}

/** Kinds of records: beginning of a stream, sheet, text in a cell, and end of a stream. */
const [begin, sheet, label, end] = [0x809, 0x85, 0x204, 0x0a];

/** Returns a workbook with `text` in cell A1. */
export function xorWorkbook(text: string, password: string): Buffer {
  const secret = Buffer.from(password, 'latin1');
  const filePass = record(0x2f, u16(0, keyOf(secret), verifierOf(secret)));
  const start = (kind: number) => record(begin, u16(0x600, kind, 0xbb0d, 0x7cc, 0, 0, 6, 0));
  const named = (at: number) =>
    record(sheet, Buffer.concat([u16(at, 0, 0), Buffer.from([6, 0]), Buffer.from('Sheet1')]));
  const globals = (at: number) =>
    Buffer.concat([start(5), filePass, named(at), record(end, Buffer.alloc(0))]);
  const cell = record(label, Buffer.concat([u16(0, 0, 0, text.length), Buffer.from([0]), Buffer.from(text)]));
  const content = Buffer.concat([
    globals(globals(0).length),
    start(0x10),
    cell,
    record(end, Buffer.alloc(0)),
    // Padding, because compound files do not store streams of fewer than 4096 bytes in whole sectors.
    Buffer.alloc(4096),
  ]);
  return compoundFile({ Workbook: obfuscated(content, padOf(secret)) });
}

/** Obfuscates all records except the records that declare the encryption or the position of a sheet. */
function obfuscated(content: Buffer, pad: Buffer): Buffer {
  const result = Buffer.from(content);
  let at = 0;
  while (at + 4 <= content.length) {
    const [kind, size] = [content.readUInt16LE(at), content.readUInt16LE(at + 2)];
    const from = at + 4;
    const plain = kind === begin || kind === 0x2f ? size : kind === sheet ? 4 : 0;
    for (let n = plain; n < size; n += 1)
      result[from + n] = rotated((content[from + n] ?? 0) ^ (pad[(from + n + size) % 16] ?? 0), 5, 8);
    at = from + size;
  }
  return result;
}
