/**
 * Lists the conversions that growth.ts measures. Each row makes a source file of a given size, and names the bare
 * command (without Protean) for the same conversion.
 */
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { picture, sound } from '../../../packages/engines/tools/ffmpeg/streams/codings.ts';
import { run } from '../../samples/run.ts';

export interface GrowthRow {
  from: string;
  to: string;
  /** Returns a label for a size, such as `10,000 rows`. */
  size: (size: number) => string;
  /** The smallest size, as a number of rows, files, megabytes or seconds. */
  smallest: number;
  make: (file: string, size: number) => Promise<void>;
  /**
   * Returns a command that converts the input to the output without Protean. Undefined if no single program can do the
   * conversion.
   */
  bare?: (input: string, output: string) => readonly [string, readonly string[]];
}

const quiet = ['-nostdin', '-v', 'error', '-y'];

const tables = (to: string): GrowthRow => ({
  from: 'csv',
  to,
  size: (rows) => `${rows.toLocaleString('en')} rows`,
  smallest: 10_000,
  make: writeTable,
  ...(to === 'xlsx' ? {} : { bare: (input, output) => [process.execPath, [duckdb, input, output]] }),
});
const duckdb = path.join(import.meta.dirname, 'bare-duckdb.ts');

const videos = (to: string, flags: readonly string[]): GrowthRow => ({
  from: 'mkv',
  to,
  size: (seconds) => `${seconds} s of 1080p`,
  smallest: 0.6,
  make: drawVideo,
  bare: (input, output) => ['/usr/bin/ffmpeg', [...quiet, '-i', input, ...flags, output]],
});
const { vp9 } = picture;
const webm = [
  ...vp9.flags,
  vp9.quality.flag,
  String(vp9.quality.usual),
  ...vp9.atQuality,
  ...sound.opus.flags,
];

export const growthRows: readonly GrowthRow[] = [
  tables('json'),
  tables('parquet'),
  tables('xlsx'),
  {
    from: 'html',
    to: 'md',
    size: (rows) => `${rows.toLocaleString('en')} rows`,
    smallest: 300,
    make: writePage,
    bare: (input, output) => ['/usr/bin/pandoc', ['-t', 'gfm', '--wrap=none', '-o', output, input]],
  },
  {
    from: 'zip',
    to: 'tar.zst',
    size: (files) => `${files.toLocaleString('en')} files`,
    smallest: 100,
    make: packFiles,
    bare: (input, output) => ['/usr/bin/bsdtar', ['--zstd', '-cf', output, `@${input}`]],
  },
  {
    from: 'tar',
    to: 'zip',
    size: (megabytes) => `${megabytes.toLocaleString('en')} MB`,
    smallest: 20,
    make: packMegabytes,
    bare: (input, output) => ['/usr/bin/bsdtar', ['--format', 'zip', '-cf', output, `@${input}`]],
  },
  videos('webm', webm),
  videos('mp4', ['-c', 'copy']),
];

async function writeTable(file: string, rows: number): Promise<void> {
  const handle = await open(file, 'w');
  await handle.write('id,name,place,amount,day,active\n');
  const at = 10_000;
  for (let from = 0; from < rows; from += at) {
    const lines = Array.from({ length: Math.min(at, rows - from) }, (_, n) => tableRow(from + n));
    await handle.write(lines.join(''));
  }
  await handle.close();
}

/** Writes an HTML page with one table. */
async function writePage(file: string, rows: number): Promise<void> {
  const cells = (n: number) =>
    tableRow(n)
      .trim()
      .split(',')
      .map((cell) => `<td>${cell}</td>`);
  const lines = Array.from({ length: rows }, (_, n) => `<tr>${cells(n).join('')}</tr>\n`);
  await writeFile(file, `<!DOCTYPE html>\n<html><body><table>\n${lines.join('')}</table></body></html>\n`);
}

function tableRow(n: number): string {
  const day = `2024-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
  return `${n},item ${(n * 7919) % 100_003},"Town, ${n % 977}",${((n * 37) % 100_000) / 100},${day},${n % 3 > 0}\n`;
}

/** Writes a zip of `count` text files, 100 in each folder. */
async function packFiles(file: string, count: number): Promise<void> {
  const dir = `${file}.d`;
  for (let n = 0; n < count; n += 1) {
    const folder = path.join(dir, String(Math.floor(n / 100)));
    if (n % 100 === 0) await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${n}.txt`), `line ${n} of text\n`.repeat(1 + (n % 200)));
  }
  await run('/usr/bin/bsdtar', ['--format', 'zip', '-cf', file, '-C', dir, '.']);
}

/**
 * Writes a tar archive. For every 10 MB, the archive contains 2 files of 5 MB: one with repeated text and one with
 * noise.
 */
async function packMegabytes(file: string, megabytes: number): Promise<void> {
  const dir = `${file}.d`;
  await mkdir(dir, { recursive: true });
  const noise = ['-f', 'lavfi', '-i', `nullsrc=s=1024x1024:r=1`, '-vf', 'geq=random(1)*255'];
  const part = path.join(dir, 'part');
  await run('/usr/bin/ffmpeg', [
    ...quiet,
    ...noise,
    '-frames:v',
    '5',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    part,
  ]);
  const text = 'a line of text that repeats and goes on\n'.repeat(131_072);
  await writeFile(path.join(dir, 'text'), text);
  const times = Math.max(1, Math.round(megabytes / 10));
  for (let n = 0; n < times; n += 1) {
    await run('/bin/cp', [part, path.join(dir, `noise-${n}`)]);
    await run('/bin/cp', [path.join(dir, 'text'), path.join(dir, `text-${n}`)]);
  }
  await run('/usr/bin/bsdtar', [
    '--format',
    'ustar',
    '-cf',
    file,
    '-C',
    dir,
    '--exclude',
    'part',
    '--exclude',
    './text',
    '.',
  ]);
}

async function drawVideo(file: string, seconds: number): Promise<void> {
  const video = `testsrc2=size=1920x1080:rate=25:duration=${seconds}`;
  const noise = `anoisesrc=duration=${seconds}:amplitude=0.3:seed=1`;
  const coding = [...picture.h264.flags, ...sound.aac.flags];
  await run('/usr/bin/ffmpeg', [
    ...quiet,
    '-f',
    'lavfi',
    '-i',
    video,
    '-f',
    'lavfi',
    '-i',
    noise,
    ...coding,
    file,
  ]);
}
