/** Writes pictures as docling's references to images. */
import type { Picture } from '../model.ts';

/** Types of pictures that docling opens. docling refuses documents with pictures of other types. */
const types = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/tiff', 'image/svg+xml']);

/** Points per inch. The sizes of pictures in documents are in points. */
const pointsPerInch = 72;

/** Returns the image, or undefined if the picture has no data, or a type that docling does not open. */
export function imageOf({ media_type: mimetype, data, file, width, height }: Picture) {
  const uri = file ?? (data === undefined ? undefined : `data:${mimetype};base64,${data}`);
  if (uri === undefined || !types.has(mimetype)) return undefined;
  const [pixelsWide, pixelsHigh] = pixelsOf(mimetype, data ?? '');
  const size = { width: pixelsWide ?? width ?? 0, height: pixelsHigh ?? height ?? 0 };
  const dpi =
    pixelsWide && width ? Math.max(1, Math.round((pixelsWide * pointsPerInch) / width)) : pointsPerInch;
  return { mimetype, dpi, size, uri };
}

/** Returns whether docling cannot open the picture. */
export const isUnreadable = ({ media_type: type, data, file }: Picture) =>
  (data !== undefined || file !== undefined) && !types.has(type);

/**
 * Returns the width and height of a PNG or JPEG in pixels, or nothing if the beginning of the file does not
 * contain them.
 */
function pixelsOf(type: string, base64: string): [number?, number?] {
  const bytes = Buffer.from(base64.slice(0, 200_000), 'base64');
  if (type === 'image/png' && bytes.length >= 24) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return type === 'image/jpeg' ? jpegPixels(bytes) : [];
}

/** Finds the segment with the size: SOF0 to SOF15, but not the segments for tables (C4, C8, CC). */
function jpegPixels(bytes: Buffer): [number?, number?] {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const kind = bytes[at + 1] ?? 0;
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return [];
}
