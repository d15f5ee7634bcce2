/** The oracle of merged files: the result has the content of each file once, in the order of the files. */
import assert from 'node:assert/strict';
import { run } from '../../samples/run.ts';
import { readSheets } from './data/sheet-reader.ts';
import { mediaInfo } from './media/media-info.ts';
import { fromWave } from './media/sound.ts';
import { readPictures } from './pictures/picture-reader.ts';

/** Reads the content of a file as a list of comparable parts. */
type Reader = (file: string) => Promise<readonly unknown[]>;

const output = async (program: string, args: readonly string[]) => (await run(program, args)).stdout;

const readers: Readonly<Record<string, Reader>> = {
  pdf: async (file) =>
    (await output('/usr/bin/pdftotext', ['-layout', file, '-'])).toString().split('\f').slice(0, -1),
  tiff: async (file) =>
    (await readPictures(file, 'tiff')).map(({ width, height, pixels }) => [width, height, pixels]),
  gif: async (file) => {
    const frames = ['-i', file, '-fps_mode', 'passthrough', '-f', 'framemd5', '-pix_fmt', 'rgba', '-'];
    const lines = (await output('/usr/bin/ffmpeg', ['-v', 'error', ...frames])).toString().split('\n');
    return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim());
  },
  // Formulas are not compared. If several sheets have the same name, they are renamed, and formulas use the new names.
  xlsx: async (file) =>
    (await readSheets(file, 'xlsx')).map(({ rows }) =>
      rows.map((cells) => Array.from(cells, (cell) => cell && [cell.type, cell.value])),
    ),
};

/**
 * Returns the duration in seconds. Merged recordings are compared by duration, because encoders may add silence and
 * change frames at the seams.
 */
async function secondsOf(file: string, ext: string): Promise<number> {
  if (ext !== 'wav') return (await mediaInfo(file)).seconds;
  const { rate, channels } = fromWave(
    await output('/usr/bin/ffmpeg', ['-v', 'error', '-i', file, '-f', 'wav', '-']),
  );
  return (channels[0]?.length ?? 0) / rate;
}

/** Throws unless `merged` has the content of `files`, which are all in the format `ext`. */
export async function checkMerged(merged: string, files: readonly string[], ext: string): Promise<void> {
  const read = readers[ext];
  if (read) {
    const parts = await Promise.all(files.map(read));
    assert.ok(parts.every((part) => part.length > 0));
    assert.deepEqual(await read(merged), parts.flat());
    return;
  }
  const parts = await Promise.all(files.map((file) => secondsOf(file, ext)));
  const expected = parts.reduce((sum, seconds) => sum + seconds, 0);
  const found = await secondsOf(merged, ext);
  assert.ok(expected > 0 && Math.abs(found - expected) < 0.2, `${found} s instead of ${expected} s`);
}
