/** Writes TIFF files byte by byte. Most raw formats of cameras have the structure of TIFF. */

export type TiffEntry = readonly [tag: number, type: number, count: number, data: Buffer];

export const short = (tag: number, ...values: number[]): TiffEntry => {
  const data = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) data.writeUInt16LE(value, n * 2);
  return [tag, 3, values.length, data];
};

export const long = (tag: number, value: number): TiffEntry => {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(value);
  return [tag, 4, 1, data];
};

export const text = (tag: number, value: string): TiffEntry => [
  tag,
  2,
  value.length + 1,
  Buffer.from(`${value}\0`),
];

export const byte = (tag: number, ...values: number[]): TiffEntry => [
  tag,
  1,
  values.length,
  Buffer.from(values),
];

export const fraction = (tag: number, type: 5 | 10, ...values: number[]): TiffEntry => {
  const data = Buffer.alloc(values.length * 8);
  for (const [n, value] of values.entries()) {
    data.writeInt32LE(Math.round(value * 10_000), n * 8);
    data.writeInt32LE(10_000, n * 8 + 4);
  }
  return [tag, type, values.length, data];
};

/**
 * Returns a TIFF file: the header, `more`, one directory, the values that do not fit into the directory, and `data`.
 * The function `entries` is called with the offset of `data` in the file.
 */
export function tiff(
  entries: (start: number) => readonly TiffEntry[],
  data: Buffer,
  header: Buffer = Buffer.from('II*\0', 'latin1'),
  more: Buffer = Buffer.alloc(0),
): Buffer {
  const { length } = directory(entries(0), header, more);
  return Buffer.concat([directory(entries(length), header, more), data]);
}

/**
 * Returns the part of the file before `data`: the header, `more`, the directory, and all values that are longer than 4
 * bytes, because long values do not fit into the directory.
 */
function directory(entries: readonly TiffEntry[], header: Buffer, more: Buffer): Buffer {
  const at = 8 + more.length;
  const table = Buffer.alloc(2 + entries.length * 12 + 4);
  table.writeUInt16LE(entries.length);
  const behind: Buffer[] = [];
  let end = at + table.length;
  for (const [n, [tag, type, count, data]] of entries.entries()) {
    const entry = table.subarray(2 + n * 12);
    entry.writeUInt16LE(tag);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(count, 4);
    if (data.length <= 4) {
      data.copy(entry, 8);
    } else {
      entry.writeUInt32LE(end, 8);
      const even = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
      behind.push(even);
      end += even.length;
    }
  }
  const first = Buffer.alloc(4);
  first.writeUInt32LE(at);
  return Buffer.concat([header, first, more, table, ...behind]);
}
