/**
 * Declares the transparency of an animated WebP. libwebp does not declare the transparency if the frames are opaque and
 * cover only parts of a transparent canvas.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { framesOfWebp } from '../../../shared/image/animation/delays.ts';

const alphaFlag = 0x10;
const clearsCanvas = 1;

/**
 * Sets the alpha flag in the file at `path` if parts of the transparent canvas are visible. Without the flag,
 * decoders treat the canvas as opaque.
 */
export async function declareTransparencyIn(path: string): Promise<void> {
  const file = await readFile(path);
  if (!isExtended(file) || !showsCanvas(file)) return;
  const flags = file[20] ?? 0;
  if ((flags & alphaFlag) !== 0) return;
  file[20] = flags | alphaFlag;
  await writeFile(path, file);
}

const isExtended = (file: Buffer) => file.length >= 30 && file.toString('latin1', 12, 16) === 'VP8X';

/** Returns whether the first frame is smaller than the canvas, or a frame is removed before the next one is drawn. */
function showsCanvas(file: Buffer): boolean {
  const canvas = sizeAt(file, 24);
  const frames = [...framesOfWebp(file)].filter((at) => at + 24 <= file.length);
  return frames.some((at, n) => {
    const { width, height } = sizeAt(file, at + 14);
    const isCleared = ((file[at + 23] ?? 0) & clearsCanvas) !== 0;
    return (n === 0 || isCleared) && (width < canvas.width || height < canvas.height);
  });
}

/** Returns width and height, which are stored minus 1, in 3 bytes each. */
const sizeAt = (file: Buffer, at: number) => ({
  width: file.readUIntLE(at, 3) + 1,
  height: file.readUIntLE(at + 3, 3) + 1,
});
