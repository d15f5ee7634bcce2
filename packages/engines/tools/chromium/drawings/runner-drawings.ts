/**
 * Draws SVG files for another program. Reads the names of the SVG files from standard input, one name per line. Writes
 * `picture-drawn<number>.png` for each file with features that only a browser draws. With the argument `all`, writes a
 * picture for every file. Prints the number of each drawn file and its width in CSS pixels.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from '@protean/formats';
import { browserFeatures } from '../../../shared/svg/features.ts';
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';
import { CountedTime } from '../../../shared/runner/counted-time.ts';
import { listed } from '../../../shared/runner/listed.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { PictureStep } from '../../sharp/picture.ts';
import { convert } from '../convert.ts';
import { CurrentBrowser } from '../current-browser.ts';
import { UnreadablePage } from '../read-page.ts';

/** Scale factor of the pictures, above 1 so that the pictures are sharp in print. */
const enlargement = 2;

/** Time in milliseconds after which no further drawing begins. Waits for a processor do not count. */
const drawingTime = 15_000;

/** Offset of the width in a PNG file, in bytes. */
const widthOffset = 16;

const [, , folder = sandboxPaths.work, which] = process.argv;
const step = {
  from: 'svg',
  to: 'png',
  work: folder,
  outputDir: sandboxPaths.output,
  options: { dpi: 96 * enlargement },
};
const undrawn = new Map<string, readonly string[]>();
const names = readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const name of names) {
  const features = which === 'all' ? ['SVG'] : browserFeatures(readFileSync(path.join(folder, name)));
  if (features.length > 0) undrawn.set(name, features);
}
// The warning is written on exit, because the process exits early if a drawing exceeds the picture limits.
process.on('exit', () => {
  if (undrawn.size > 0) warn(step, 'features_not_drawn', listed([...new Set([...undrawn.values()].flat())]));
});
const browsers = new CurrentBrowser('/tmp/browser');
try {
  const time = new CountedTime();
  for (const name of [...undrawn.keys()]) {
    const number = names.indexOf(name) + 1;
    const output = path.join(folder, `picture-drawn${number}.png`);
    if (time.ms > drawingTime || !(await isDrawn(path.join(folder, name), output))) continue;
    undrawn.delete(name);
    console.log(number, Math.round(readFileSync(output).readUInt32BE(widthOffset) / enlargement));
  }
} finally {
  await browsers.end();
}

async function isDrawn(input: string, output: string): Promise<boolean> {
  try {
    const drawing: PictureStep = { ...step, input, output, holds: format(step.to).holds };
    await convert(drawing, browsers);
    return true;
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error;
    return false;
  }
}
