/**
 * Writes a test suite for `svg-score.ts`: the drawings of `svg-cases.ts`, their expected pictures, and the test font of
 * the drawings.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { run } from '../samples/run.ts';
import { boxFont, type Area } from './svg-case-parts.ts';
import { drawingCases, drawingOf } from './svg-cases.ts';

const side = 100;

/**
 * Pixels per SVG unit in the expected pictures. `svg-score.ts` scales the pictures down before it compares them. With
 * fewer pixels per unit, a small area might not fill a single pixel of the scaled-down picture.
 */
const scale = 5;

export async function writeOwnSuite(folder: string): Promise<{ suite: string; fonts: string }> {
  const suite = path.join(folder, 'suite');
  const fonts = path.join(folder, 'fonts');
  await mkdir(fonts, { recursive: true });
  await run('/usr/bin/python3', [
    fileURLToPath(new URL('box_font.py', import.meta.url)),
    ...[boxFont, path.join(fonts, 'boxes.ttf')],
  ]);
  for (const one of drawingCases) {
    await mkdir(path.join(suite, one.category), { recursive: true });
    const file = path.join(suite, one.category, one.name);
    await writeFile(`${file}.svg`, drawingOf(one));
    await writeFile(`${file}.png`, await pictureOf(one.areas));
  }
  return { suite, fonts };
}

/** Draws the areas on a transparent picture, without antialiasing. */
function pictureOf(areas: readonly Area[]): Promise<Buffer> {
  const size = { width: side * scale, height: side * scale };
  return sharp({ create: { ...size, channels: 4, background: '#00000000' } })
    .composite(
      areas.map(([x, y, width, height, colour]) => ({
        input: { create: { width: width * scale, height: height * scale, channels: 3, background: colour } },
        ...{ left: x * scale, top: y * scale },
      })),
    )
    .png()
    .toBuffer();
}
