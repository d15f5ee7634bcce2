/**
 * Finds the gain map of a picture. Screens with a high dynamic range use the gain map to brighten the picture, but
 * results ignore the gain map.
 */
import { readFile } from 'node:fs/promises';
import { boxesIn, findBox, wholeOf } from '../../shared/image/boxes.ts';
import type { Step } from '../../contract/engine.ts';

const apple = 'urn:com:apple:photo:2020:aux:hdrgainmap';
const iso = 'urn:iso:std:iso:ts:21496:-1';

/** For each format, a function that detects gain maps of Apple's photos, Ultra HDR and ISO 21496-1. */
const readers: Readonly<Record<string, (file: Buffer) => boolean>> = {
  jpg: (file) => ['hdrgm:Version', iso, apple].some((name) => file.includes(name, 0, 'latin1')),
  heic: hasItem,
  avif: hasItem,
  jxl: (file) => [...boxesIn(file, wholeOf(file))].some(({ kind }) => kind === 'jhgm'),
};

function hasItem(file: Buffer): boolean {
  const meta = findBox(file, ['meta'], wholeOf(file));
  const description = meta ? file.subarray(meta.content, meta.end) : Buffer.alloc(0);
  return [apple, 'tmap'].some((name) => description.includes(name, 0, 'latin1'));
}

export async function hasGainMap({ from, input }: Pick<Step, 'from' | 'input'>): Promise<boolean> {
  return readers[from]?.(await readFile(input)) ?? false;
}
