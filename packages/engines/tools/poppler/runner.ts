/** Draws the pages of a PDF and encodes them meanwhile: pdftoppm writes pixels to a pipe, and waits where they are not taken. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import path from 'node:path';
import { writePageImage } from '../../shared/image/page-image.ts';
import { readStep } from '../../contract/step.ts';
import { renderedPages, type RenderedPage } from './rendered-pages.ts';

/** Pixels of pages that are encoded at the same time, bytes: one more is read meanwhile. */
const maxHeld = 64 * 1024 * 1024;
const maxEncoders = Math.min(4, availableParallelism());

/** `density`: pixels per inch, where they follow from no size that was asked for. */
const step = readStep<{ draw: readonly string[]; density?: number }>();
const { draw, density, work, outputDir, to, options } = step;
const [program = '', ...args] = draw;

const drawing = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(drawing, 'close') as Promise<[status: number | null, signal: NodeJS.Signals | null]>;
const pages = renderedPages(drawing.stdout);
// It takes as long to load as a page to draw.
const { default: sharp } = await import('sharp');
/** As many as the number of the document's last page has, by which pages are in order when they are sorted. */
const digits = /^of=(\d+)$/m.exec(readFileSync(path.join(work, 'progress'), 'ascii'))?.[1]?.length ?? 1;
/** The bytes of the pages that are being encoded. */
const encoding = new Map<Promise<void>, number>();
const failures: Error[] = [];

try {
  let number = typeof options.page === 'number' ? options.page : 1;
  for await (const page of pages) {
    await room(page.pixels.length);
    if (failures.length > 0) break;
    const name = `page-${String(number).padStart(digits, '0')}.${to}`;
    const written = encode(page, path.join(outputDir, name))
      .catch((error: unknown) => void failures.push(error as Error))
      .finally(() => encoding.delete(written));
    encoding.set(written, page.pixels.length);
    number += 1;
  }
  await Promise.all(encoding.keys());
} catch (error) {
  failures.push(error as Error);
}
const [status, signal] = await ended;
const [failure] = failures;
// What the program itself has died of tells more than that its output breaks off.
if (failure && (status === 0 || signal === 'SIGPIPE')) throw failure;
process.exitCode = status ?? 128 + (signal ? constants.signals[signal] : 0);

/** Waits until a page of so many bytes may be encoded beside those that are. */
async function room(bytes: number): Promise<void> {
  const held = () => [...encoding.values()].reduce((sum, one) => sum + one, 0);
  while (encoding.size >= maxEncoders || (encoding.size > 0 && held() + bytes > maxHeld))
    await Promise.race(encoding.keys());
}

function encode({ width, height, pixels }: RenderedPage, file: string): Promise<void> {
  const page = sharp(pixels, { raw: { width, height, channels: 3 } });
  return writePageImage(density === undefined ? page : page.withDensity(density), file, step);
}
