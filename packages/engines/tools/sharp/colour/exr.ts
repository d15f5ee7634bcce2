/** Converts an OpenEXR picture from the primaries in its header, which libvips ignores, to sRGB primaries. */
import { readFile, writeFile } from 'node:fs/promises';
import { callTool } from '../../../shared/image/call-tool.ts';
import { isSrgb, encloseArea, type Point, type Primaries } from '../../../shared/image/colour/description.ts';
import { toSrgbPrimaries } from '../../../shared/image/colour/matrices.ts';

/** Offset of the attributes, after the magic number and the version. */
const attributesAt = 8;
/** Maximum number of attributes searched. */
const maxAttributes = 1000;

/**
 * `decoded` is the picture decoded from `input`. If `input` declares other primaries than sRGB, converts `decoded` to
 * sRGB primaries and returns the path of the copy. If `input` declares no primaries, or declares sRGB primaries,
 * returns `decoded`.
 */
export async function exrInSrgb(input: string, decoded: string, work: string): Promise<string> {
  const primaries = chromaticitiesOf(await readFile(input));
  if (!primaries || isSrgb({ primaries, transfer: 'srgb' })) return decoded;
  const bands = Number(await callTool(['vipsheader', '-f', 'bands', decoded]));
  if (bands < 3) return decoded;
  const rows = toSrgbPrimaries(primaries).map((row) => [...row, ...(bands === 4 ? [0] : [])]);
  if (bands === 4) rows.push([0, 0, 0, 1]);
  const [matrix, output] = [`${work}/primaries.mat`, `${work}/in-srgb.tif`];
  await writeFile(matrix, [`${bands} ${bands}`, ...rows.map((row) => row.join(' '))].join('\n'));
  await callTool(['vips', 'recomb', decoded, output, matrix]);
  return output;
}

/** Returns the attribute `chromaticities` of the first part, or undefined if it is missing or invalid. */
export function chromaticitiesOf(file: Buffer): Primaries | undefined {
  let at = attributesAt;
  const word = () => {
    const end = file.indexOf(0, at);
    const text = file.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  for (let n = 0; n < maxAttributes && at + 1 < file.length && file[at] !== 0; n += 1) {
    const [name, kind] = [word(), word()];
    const length = file.readUInt32LE(at);
    at += 4;
    if (name === 'chromaticities' && kind === 'chromaticities' && length === 32) return pointsAt(file, at);
    at += length;
  }
  return undefined;
}

function pointsAt(file: Buffer, start: number): Primaries | undefined {
  const [red, green, blue, white] = [0, 8, 16, 24].map((at): Point => [
    file.readFloatLE(start + at),
    file.readFloatLE(start + at + 4),
  ]);
  if (!red || !green || !blue || !white) return undefined;
  const primaries = { red, green, blue, white };
  // The blue primary of ACES is not a real colour, because its y is negative.
  const arePossible = white[1] > 0 && Object.values(primaries).every(([, y]) => y !== 0);
  return arePossible && encloseArea(primaries) ? primaries : undefined;
}
