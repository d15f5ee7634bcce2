/**
 * Prepares HEIC files for libvips. If the decoder of libvips does not support the coding of a picture, reports the name
 * of this coding.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Step } from '../../contract/engine.ts';
import { beginning } from '../../shared/runner/beginning.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { heifItems, primaryCodings, usualCodings } from '../../shared/image/heif-items.ts';

/** Brands by which libvips recognizes the format. */
const recognized = /^(?:hei[cxms]|hev[cms]|mif1|msf1)$/;

/**
 * Returns the source file unchanged if libvips recognizes its brand. If libvips does not recognize the brand, returns a
 * copy with another brand. The brand of a HEIF file has no effect on its pictures.
 */
export async function withKnownBrand({
  from,
  input,
  work,
}: Pick<Step, 'from' | 'input' | 'work'>): Promise<string> {
  if (from !== 'heic') return input;
  const head = beginning(input, 12).toString('latin1');
  if (head.slice(4, 8) !== 'ftyp' || recognized.test(head.slice(8))) return input;
  const copy = `${work}/branded.heic`;
  const content = await readFile(input);
  content.write('mif1', 8, 'latin1');
  await writeFile(copy, content);
  return copy;
}

/** Ends the runner if the decoder does not support the coding of the picture. Called after the decoder has failed. */
export async function refuseUnusualCoding({ from, input }: Pick<Step, 'from' | 'input'>): Promise<void> {
  if (from !== 'heic') return;
  const items = heifItems(await readFile(input));
  const missing = items && primaryCodings(items).filter((kind) => !usualCodings.includes(kind));
  if (missing && missing.length > 0) refuse('unsupported_feature', `HEIF coding ${missing.join(' ')}`);
}
