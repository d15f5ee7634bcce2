/** Makes pictures of known content, and reads results. Uses Pillow instead of Protean's engines. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { run } from '../../../samples/run.ts';
import type { Workbench } from '../workbench.ts';
import { outputOf } from '../measure.ts';

const pillow = path.join(import.meta.dirname, 'pictures.py');

interface PillowReading {
  size: [number, number];
  mode: string;
  frames: number;
  orientation: number | null;
  copyright: string | null;
  place: boolean;
  xmp: boolean;
  /** Hash of the colour profile. Null if the picture has no profile. */
  profile: string | null;
  pixels: number[][];
}

export async function made(lab: Workbench, kind: string, name: string, ...more: string[]): Promise<string> {
  const file = path.join(lab.dir, name);
  await run('/usr/bin/python3', [pillow, kind, file, ...more]);
  return file;
}

/**
 * Returns the properties that Pillow reads from a picture, and the colours at `points`. If Pillow does not support the
 * format, another program first converts the picture to PNG.
 */
export async function seen(file: string, ...points: string[]): Promise<PillowReading> {
  const ext = path.extname(file).slice(1);
  const decoder = decoders[ext];
  const plain = decoder ? `${file}.png` : file;
  if (decoder) await run(...decoder(file, plain));
  return JSON.parse(await outputOf('/usr/bin/python3', [pillow, 'see', plain, ...points])) as PillowReading;
}

const heif = (file: string, png: string): [string, string[]] => ['/usr/bin/heif-convert', [file, png]];

const decoders: Readonly<Record<string, (file: string, png: string) => [string, string[]]>> = {
  heic: heif,
  avif: heif,
  jxl: (file, png) => ['/usr/bin/djxl', [file, png]],
  qoi: (file, png) => ['/usr/bin/ffmpeg', ['-v', 'error', '-y', '-i', file, png]],
};

export const [red, green, blue, white] = [
  [220, 30, 40],
  [30, 200, 60],
  [40, 60, 220],
  [255, 255, 255],
] as const;
export const earth = [150, 110, 70];

export function assertColour(
  found: readonly number[] | undefined,
  due: readonly number[],
  what: string,
  within = 16,
): void {
  const off = Math.max(...due.map((value, n) => Math.abs(value - (found?.[n] ?? -999))));
  assert.ok(off <= within, `${what}: ${found?.join(',')} where ${due.join(',')} was due`);
}
