/** Measures results with command-line tools: sizes, pixels, durations, texts and the members of archives. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { run } from '../../samples/run.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

export const outputOf = async (program: string, args: readonly string[]) =>
  (await run(program, args)).stdout.toString();

/** Resolves with the width and height of a picture or of its first page, such as `640x480`. */
export const size = (file: string) => outputOf(magickProgram('identify'), ['-format', '%wx%h', `${file}[0]`]);

export const pixel = (file: string, x: number, y: number) =>
  outputOf(magickProgram('convert'), [`${file}[0]`, '-format', `%[pixel:p{${x},${y}}]`, 'info:']);

export const bytes = async (file: string) => (await readFile(file)).length;

/** Resolves with the values that ffprobe prints for its option `-show_entries`, separated by commas. */
export const probe = (file: string, entry: string) =>
  outputOf('/usr/bin/ffprobe', ['-v', 'error', '-show_entries', entry, '-of', 'csv=p=0', file]);

/** Resolves with the duration in seconds. */
export const duration = async (file: string) => Number(await probe(file, 'format=duration'));

export const pdfInfo = (file: string) => outputOf('/usr/bin/pdfinfo', [file]);

export const text = (file: string) => readFile(file, 'utf8');

/** Resolves with the text of the pages of a PDF, with a form feed after each page. */
export const textOfPages = (pdf: string) => outputOf('/usr/bin/pdftotext', [pdf, '-']);

/** Resolves with the names of the members of an archive. */
export const members = async (file: string) =>
  (await outputOf('/usr/bin/bsdtar', ['-tf', file])).trim().split('\n');

/** Resolves with the text of the archive members with names that match the pattern. */
export const memberText = (archive: string, pattern: string) =>
  outputOf('/usr/bin/bsdtar', ['-xOf', archive, pattern]);

export function assertNear(found: number, wanted: number, tolerance = 1): void {
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} instead of ${wanted}`);
}
