/** How much a moving picture is when all its frames are drawn, from its headers alone. */

/** A minute of film in full HD has as many; a picture has no business to. */
export const maxMovingPixels = 3_000_000_000;

/** Width × height × frames; 0 where the headers say nothing. */
export function movingPixels(ext: string, file: Buffer): number {
  return ext === 'apng' ? apngPixels(file) : gifPixels(file);
}

// The count that it declares may be a lie; the headers of its frames are there or are not.
function apngPixels(file: Buffer): number {
  let frames = 0;
  for (let at = 8; at + 12 <= file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'fcTL') frames += 1;
  }
  return file.length < 24 ? 0 : file.readUInt32BE(16) * file.readUInt32BE(20) * frames;
}

function gifPixels(file: Buffer): number {
  if (file.length < 13) return 0;
  const palette = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let frames = 0;
  for (let at = 13 + palette(file[10] ?? 0); at < file.length;) {
    const kind = file[at];
    if (kind === 0x21) at = afterBlocks(file, at + 2);
    else if (kind === 0x2c) {
      frames += 1;
      at = afterBlocks(file, at + 11 + palette(file[at + 9] ?? 0));
    } else break;
  }
  return file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
}

/** Behind a chain of blocks, each with its length in front, that ends in one of none. */
function afterBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1;
  return at + 1;
}
