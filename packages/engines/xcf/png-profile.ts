/** Names the colour profile of a PNG whose pixels are in its colours already: sharp would convert them. */
import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { afterHead, chunk } from '../sharp/exif/png.ts';

/** Writes `png` to `file`, with `profile` where there is one. */
export async function withProfile(png: Buffer, profile: Buffer | undefined, file: string): Promise<void> {
  if (!profile) return writeFile(file, png);
  const named = Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]);
  await writeFile(
    file,
    Buffer.concat([png.subarray(0, afterHead), chunk('iCCP', named), png.subarray(afterHead)]),
  );
}
