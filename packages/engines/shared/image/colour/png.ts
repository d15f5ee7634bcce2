/** Reads the colours that the chunks of a PNG declare. */
import { deflateSync, inflateSync } from 'node:zlib';
import { chunk } from '../exif/png.ts';
import {
  describedByCodes,
  encloseArea,
  srgbPrimaries,
  type ColourCodes,
  type ColourDescription,
  type Point,
} from './description.ts';

const describing = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'mDCV', 'cLLI', 'mDCv', 'cLLi'];

/**
 * Returns the effective declaration in the order of the specification (PNG 3, 4.3): cICP, then iCCP and sRGB, then gAMA
 * and cHRM. Returns undefined if an ICC profile applies or nothing is declared.
 */
export function coloursOfPng(png: Buffer): ColourDescription | undefined {
  const chunks = new Map<string, Buffer>();
  for (const { name, start, end } of chunksOf(png)) {
    if (name === 'IDAT') break;
    if (!chunks.has(name)) chunks.set(name, png.subarray(start + 8, end - 4));
  }
  const [codes, gamma, points] = [chunks.get('cICP'), chunks.get('gAMA'), chunks.get('cHRM')];
  if (codes?.length === 4) return describedByCodes(codes[0] ?? 2, codes[1] ?? 2);
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined;
  const exponent = gamma?.length === 4 ? 100_000 / gamma.readUInt32BE() : 0;
  const primaries = points?.length === 32 ? primariesOf(points) : undefined;
  if (!exponent && !primaries) return undefined;
  // A gamma that no display has is probably an error of the program that wrote the file, so sRGB is used.
  const isPossible = exponent >= 0.3 && exponent <= 4;
  return { primaries: primaries ?? srgbPrimaries, transfer: isPossible ? { exponent } : 'srgb' };
}

/** Maximum decompressed size of a profile, in bytes. */
const maxOutputLength = 16 * 1024 * 1024;

/** Returns the ICC profile of a PNG, or undefined if it is missing or cannot be decompressed. */
export function profileOfPng(png: Buffer): Buffer | undefined {
  for (const { name, start, end } of chunksOf(png)) {
    if (name === 'IDAT') return undefined;
    if (name !== 'iCCP') continue;
    const content = png.subarray(start + 8, end - 4);
    try {
      // In the chunk, the profile follows its name, a zero byte and the byte of the compression method.
      return inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength });
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function primariesOf(points: Buffer): ColourDescription['primaries'] | undefined {
  const [white, red, green, blue] = [0, 8, 16, 24].map((at): Point => [
    points.readUInt32BE(at) / 100_000,
    points.readUInt32BE(at + 4) / 100_000,
  ]);
  if (!white || !red || !green || !blue) return undefined;
  const primaries = { white, red, green, blue };
  const arePossible = Object.values(primaries).every(([x, y]) => y > 0 && x + y <= 1.01);
  return arePossible && encloseArea(primaries) ? primaries : undefined;
}

/** Returns the PNG with the ICC profile in place of all its colour declarations. */
export const withIccProfile = (png: Buffer, profile: Buffer) =>
  declaring(png, chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])));

/** Returns the PNG with code points in place of all its colour declarations. */
export const withCodes = (png: Buffer, { primaries, transfer }: ColourCodes) =>
  declaring(png, chunk('cICP', Buffer.from([primaries, transfer, 0, 1])));

function declaring(png: Buffer, declaration: Buffer): Buffer {
  const kept = [...chunksOf(png)]
    .filter(({ name }) => !describing.includes(name))
    .map(({ start, end }) => png.subarray(start, end));
  return Buffer.concat([png.subarray(0, 8), ...kept.slice(0, 1), declaration, ...kept.slice(1)]);
}

export const isGrayPng = (png: Buffer) => png[25] === 0 || png[25] === 4;

function* chunksOf(png: Buffer): Generator<{ name: string; start: number; end: number }> {
  for (let start = 8; start + 12 <= png.length;) {
    const end = start + 12 + png.readUInt32BE(start);
    if (end > png.length) return;
    yield { name: png.toString('latin1', start + 4, start + 8), start, end };
    start = end;
  }
}
