/**
 * Compresses a JPEG, rotates it and removes its metadata without decoding pixels: only the coded blocks are rewritten.
 */
import { callTool } from '../../../shared/image/call-tool.ts';
import type { PictureStep } from '../picture.ts';

/** The operations that make a picture upright, by its EXIF orientation. */
const uprightMoves: Readonly<Record<number, readonly string[]>> = {
  2: ['-flip', 'horizontal'],
  3: ['-rotate', '180'],
  4: ['-flip', 'vertical'],
  5: ['-transpose'],
  6: ['-rotate', '90'],
  7: ['-transverse'],
  8: ['-rotate', '270'],
};

/**
 * Writes the JPEG with the requested options by moving its blocks. Returns false if an edge has incomplete blocks, or
 * if viewers would apply the stored orientation to the rotated picture.
 */
export async function moveBlocks(
  { input, output, work, options }: PictureStep,
  orientation: number,
): Promise<boolean> {
  const { rotate, strip_metadata: strip } = options;
  // The EXIF orientation is part of the metadata. If the metadata is kept, viewers would rotate the picture again.
  if (rotate !== undefined && orientation !== 1 && !strip) return false;
  const moves = [
    ...(strip ? [uprightMoves[orientation] ?? []] : []),
    ...(rotate === undefined ? [] : [['-rotate', String(rotate)]]),
  ].filter((move) => move.length > 0);
  let from = input;
  for (const [n, move] of moves.entries()) {
    const to = `${work}/moved-${n}.jpg`;
    if (!(await transform(['-copy', 'all', '-perfect', ...move], from, to))) return false;
    from = to;
  }
  return transform(['-copy', strip ? 'icc' : 'all', '-optimize', '-progressive'], from, output);
}

function transform(flags: readonly string[], from: string, to: string): Promise<boolean> {
  return callTool(['jpegtran', '-maxscans', '500', ...flags, '-outfile', to, from]).then(
    () => true,
    () => false,
  );
}
