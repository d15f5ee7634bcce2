/**
 * Builds RAR archives without compression: archives that are split into volumes, and archives with encrypted file
 * names.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

interface Volume {
  /** Whether the last file continues in the next volume. */
  continues?: boolean;
  /** The number of the volume, counted from 0. An archive in a single volume has no number. */
  number?: number;
}

const text = Buffer.from('hello hello hello\n'.repeat(20));

/** Encodes a number as a variable-length integer of RAR 5: 7 bits per byte, the lowest bits first. */
function vint(value: number): Buffer {
  const bytes = [];
  for (; value > 0x7f; value >>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

function block5(kind: number, flags: number, fields: Buffer, data?: Buffer): Buffer {
  const sizes = data ? vint(data.length) : Buffer.alloc(0);
  const content = Buffer.concat([vint(kind), vint(flags | (data ? 2 : 0)), sizes, fields]);
  const header = Buffer.concat([vint(content.length), content]);
  return Buffer.concat([u32(crc32(header)), header, data ?? Buffer.alloc(0)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function file5(name: string, data: Buffer, flags: number): Buffer {
  const fields = [
    vint(4),
    vint(text.length),
    vint(0x20),
    u32(crc32(text)),
    vint(0),
    vint(0),
    vint(name.length),
  ];
  return block5(2, flags, Buffer.concat([...fields, Buffer.from(name)]), data);
}

const start5 = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1');

/**
 * Returns a RAR 5 volume with two files. The first file is stored completely. If `continues` is set, the second file
 * continues in the next volume.
 */
export function rar5({ continues = false, number }: Volume): Buffer {
  const numbered = number !== undefined && number > 0;
  const main = Buffer.concat([
    vint((number === undefined ? 0 : 1) | (numbered ? 2 : 0)),
    ...(numbered ? [vint(number)] : []),
  ]);
  return Buffer.concat([
    start5,
    block5(1, 0, main),
    file5('whole.txt', text, 0),
    file5('second.txt', continues ? text.subarray(0, 100) : text, continues ? 0x10 : 0),
    block5(5, 0, vint(continues ? 1 : 0)),
  ]);
}

/** Returns a RAR 5 archive with encrypted file names. Random bytes replace the encrypted part. */
export function lockedRar5(): Buffer {
  const encryption = Buffer.concat([vint(0), vint(1), Buffer.from([15]), randomBytes(16), randomBytes(12)]);
  return Buffer.concat([start5, block5(4, 0, encryption), randomBytes(640)]);
}

function block4(kind: number, flags: number, content: Buffer, data: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(7 + content.length);
  header[2] = kind;
  header.writeUInt16LE(flags, 3);
  header.writeUInt16LE(header.length, 5);
  content.copy(header, 7);
  header.writeUInt16LE(crc32(header.subarray(2)) & 0xffff, 0);
  return Buffer.concat([header, data]);
}

function file4(name: string, data: Buffer, flags: number): Buffer {
  const fields = Buffer.alloc(25);
  fields.writeUInt32LE(data.length, 0);
  fields.writeUInt32LE(text.length, 4);
  fields.writeUInt32LE(crc32(text), 9);
  fields.writeUInt32LE(0x5a21_2000, 13);
  // Byte 17 is the version required to extract the file (2.0). Byte 18 is the compression method, here none.
  fields[17] = 20;
  fields[18] = 0x30;
  fields.writeUInt16LE(name.length, 19);
  return block4(0x74, flags | 0x8000, Buffer.concat([fields, Buffer.from(name)]), data);
}

const start4 = Buffer.from('Rar!\x1a\x07\0', 'latin1');

/**
 * Returns a volume with the same files as {@link rar5}, in the format of RAR 2 to 4. Volumes of RAR 2 have no end
 * block.
 */
export function rar4({ continues = false, number, hasEnd = true }: Volume & { hasEnd?: boolean }): Buffer {
  const flags = number === undefined ? 0 : 0x11 | (number === 0 ? 0x100 : 0);
  return Buffer.concat([
    start4,
    block4(0x73, flags, Buffer.alloc(6)),
    file4('whole.txt', text, 0),
    file4('second.txt', continues ? text.subarray(0, 100) : text, continues ? 2 : 0),
    ...(hasEnd ? [block4(0x7b, continues ? 1 : 0, Buffer.alloc(0))] : []),
  ]);
}

/** Returns a RAR 4 archive with encrypted file names. Random bytes replace the encrypted part. */
export function lockedRar4(): Buffer {
  return Buffer.concat([start4, block4(0x73, 0x80, Buffer.alloc(6)), randomBytes(8), randomBytes(640)]);
}
