/** Builds minimal files for detection tests, with only the parts that detection reads. */

export const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Builds a zip of stored entries, with a minimal central directory. */
export function zip(...entries: [name: string, content?: string][]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content = ''] of entries) {
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.write('PK\x01\x02', 'latin1');
    record.writeUInt32LE(content.length, 20);
    record.writeUInt32LE(content.length, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    const entry = Buffer.concat([local, latin1(name), latin1(content)]);
    locals.push(entry);
    central.push(Buffer.concat([record, latin1(name)]));
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Builds an OLE compound file with a sector table and a directory of empty `streams`. */
export function ole(...streams: string[]): Buffer {
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffe, 4);
  const directory = Buffer.alloc(512);
  for (const [n, name] of ['Root Entry', ...streams].entries()) {
    directory.write(name, n * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, n * 128 + 64);
  }
  return Buffer.concat([header, table, directory, Buffer.alloc(512)]);
}

export function isoMedia(...brands: string[]): Buffer {
  const [major = '', ...compatible] = brands;
  const box = Buffer.alloc(16 + compatible.length * 4);
  box.writeUInt32BE(box.length, 0);
  box.write(`ftyp${major}`, 4, 'latin1');
  for (const [n, brand] of compatible.entries()) box.write(brand, 16 + n * 4, 'latin1');
  return Buffer.concat([box, Buffer.alloc(32)]);
}

export const riff = (kind: string) =>
  Buffer.concat([latin1(`RIFF\x24\x00\x00\x00${kind}`), Buffer.alloc(32)]);
export const ogg = (codec: string) =>
  Buffer.concat([latin1(`OggS\x00\x02${'\x00'.repeat(22)}`), latin1(codec), Buffer.alloc(32)]);
export const tar = Buffer.concat([
  latin1('name'.padEnd(257, '\0')),
  latin1('ustar\x0000'),
  Buffer.alloc(1024),
]);

export const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64)]);
