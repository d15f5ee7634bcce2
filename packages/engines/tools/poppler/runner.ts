/** Draws the pages of a PDF and encodes them concurrently: pdftoppm writes pixels to a pipe, and waits while the pipe is full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { writePageImage } from '../../shared/image/page-image.ts';
import { exitStatus } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { renderedPages, type RenderedPage } from './rendered-pages.ts';

/**
 * Maximum total size, in bytes, of the pages that are encoded at the same time. While pages are encoded, one more page
 * is read.
 */
const maxHeld = 64 * 1024 * 1024;
const maxEncoders = Math.min(4, availableParallelism());

/** `density` is in pixels per inch. The density is absent if a requested size determines it. */
const step = readStep<{ draw: readonly string[]; density?: number }>();
const { draw, density, work, outputDir, to, options } = step;
const [program = '', ...args] = draw;

const drawing = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(drawing, 'close') as Promise<[status: number | null, signal: NodeJS.Signals | null]>;
const pages = renderedPages(drawing.stdout);
// sharp is loaded while pdftoppm draws, because loading sharp takes as long as drawing a page.
const { default: sharp } = await import('sharp');
/**
 * Number of digits of the last page number. Page numbers in file names are padded to this length, so that the names
 * sort in page order.
 */
const digits = /^of=(\d+)$/m.exec(readFileSync(path.join(work, 'progress'), 'ascii'))?.[1]?.length ?? 1;
/** The sizes, in bytes, of the pages that are being encoded. */
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
// The error message of pdftoppm is more precise than an error about truncated output.
if (failure && (status === 0 || signal === 'SIGPIPE')) throw failure;
process.exitCode = exitStatus(status, signal);

/** Waits until a page of `bytes` bytes may be encoded in addition to the pages that are being encoded. */
async function room(bytes: number): Promise<void> {
  const held = () => [...encoding.values()].reduce((sum, one) => sum + one, 0);
  while (encoding.size >= maxEncoders || (encoding.size > 0 && held() + bytes > maxHeld))
    await Promise.race(encoding.keys());
}

function encode({ width, height, pixels }: RenderedPage, file: string): Promise<void> {
  const page = sharp(pixels, { raw: { width, height, channels: 3 } });
  return writePageImage(density === undefined ? page : page.withDensity(density), file, step);
}
