/**
 * Builds zips like the zips that Windows writes: the file names are in a local code page, which the zip does not
 * declare.
 */
import { crc32 } from 'node:zlib';

/** Returns a zip of uncompressed files with these names. Each file contains one letter. */
export function zipOf(names: readonly Buffer[]): Buffer {
  const data = Buffer.from('x');
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    // The header fields from the required version to the length of the file name: no flags, no compression, and the
    // date 1 January 1980.
    const facts = Buffer.alloc(24);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.alloc(2), name, data]);
    const place = Buffer.alloc(16);
    place.writeUInt32LE(offset, 12);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}
