/** Sets the colour declaration (the box `colr`) of a HEIC file, because the encoder of Debian 12 cannot write one. */

interface Box {
  start: number;
  length: number;
}

/**
 * Returns `file` with a colour box (`colr`) that contains `codes`, which are code points of ITU-T H.273. An existing
 * colour box is replaced. The file must contain one picture and must be written by heif-enc.
 */
export function withColourBox(
  file: Buffer,
  codes: { primaries: number; transfer: number; matrix: number },
): Buffer {
  const content = Buffer.from('nclx\0\0\0\0\0\0\x80', 'latin1');
  for (const [n, code] of [codes.primaries, codes.transfer, codes.matrix].entries())
    content.writeUInt16BE(code, 4 + 2 * n);
  // The encoder of Debian 13 writes a colour box. The colour box must be replaced, because a picture may have only one
  // colour box.
  const present = file.indexOf('colrnclx', 0, 'latin1');
  if (present >= 0)
    return Buffer.concat([
      file.subarray(0, present + 4),
      content,
      file.subarray(present + 4 + content.length),
    ]);
  const colour = Buffer.concat([Buffer.alloc(8), content]);
  colour.writeUInt32BE(colour.length, 0);
  colour.write('colr', 4, 'latin1');
  const [meta, properties, list, links] = ['meta', 'iprp', 'ipco', 'ipma'].map((name) => boxOf(file, name));
  if (!meta || !properties || !list || !links) throw new Error('not a HEIC of one picture');
  const number = countOf(file, list) + 1;
  // Offset of the field that contains the number of properties of the first item. In the box `ipma`, the number of
  // properties comes after the header of the box (8 bytes), the version and flags (4), the number of entries (4) and
  // the item number (2).
  const countAt = links.start + 8 + 4 + 4 + 2;
  const endOfFirst = countAt + 1 + (file[countAt] ?? 0);
  const result = Buffer.concat([
    file.subarray(0, list.start + list.length),
    colour,
    file.subarray(list.start + list.length, endOfFirst),
    Buffer.from([number]),
    file.subarray(endOfFirst),
  ]);
  const added = colour.length + 1;
  for (const [{ start, length }, more] of [
    [meta, added],
    [properties, added],
    [list, colour.length],
  ] as const)
    result.writeUInt32BE(length + more, start);
  result.writeUInt32BE(links.length + 1, links.start + colour.length);
  result[countAt + colour.length] = (file[countAt] ?? 0) + 1;
  return withOffsets(result, added);
}

function boxOf(file: Buffer, name: string): Box | undefined {
  const at = file.indexOf(name, 0, 'latin1');
  return at < 4 ? undefined : { start: at - 4, length: file.readUInt32BE(at - 4) };
}

function countOf(file: Buffer, { start, length }: Box): number {
  let count = 0;
  for (let at = start + 8; at < start + length; at += file.readUInt32BE(at)) count += 1;
  return count;
}

/**
 * Adds `by` bytes to the base offset of each item in `file`, and returns `file`. All entries of the table have the same
 * size, because heif-enc writes one extent for each item.
 */
function withOffsets(file: Buffer, by: number): Buffer {
  const table = boxOf(file, 'iloc');
  if (!table) return file;
  const items = file.readUInt16BE(table.start + 14);
  const entry = 2 + 2 + 4 + 2 + 8;
  for (let n = 0; n < items; n += 1) {
    const at = table.start + 16 + n * entry + 4;
    file.writeUInt32BE(file.readUInt32BE(at) + by, at);
  }
  return file;
}
