/** Opens results with independent tools. Checks only that the results can be read and have content. */
import { readFile } from 'node:fs/promises';
import { python, run } from '../samples/run.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const outputOf = async (program: string, args: readonly string[]) =>
  (await run(program, args)).stdout.toString();

/**
 * Opens the result `file` and describes its content. Throws if the result cannot be opened, or if the result is blank
 * although `source` is not blank.
 */
export type Reopen = (file: string, source: string) => Promise<string>;

const picture: Reopen = async (file) => {
  const seen = await outputOf(magickProgram('identify'), ['-format', '%m %wx%h %k colours\n', file]);
  const [first = ''] = seen.split('\n');
  if (!/\d+x\d+/.test(first)) throw new Error(`no picture: ${seen}`);
  return first;
};

const streams =
  (kind: 'audio' | 'video'): Reopen =>
  async (file) => {
    const shown = ['-show_entries', 'stream=codec_type,codec_name:format=duration', '-of', 'compact'];
    const seen = await outputOf('/usr/bin/ffprobe', ['-v', 'error', ...shown, file]);
    if (!seen.includes(`codec_type=${kind}`)) throw new Error(`no ${kind}: ${seen}`);
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']);
    return seen.trim().replaceAll('\n', ' ');
  };

const words: Reopen = async (file) => {
  const text = await readFile(file, 'utf8');
  if (text.includes('\uFFFD')) throw new Error('the text has replacement characters');
  if (!/\S/.test(text.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, '')) && !/<img|<svg/.test(text)) {
    throw new Error('the result is empty');
  }
  return `${text.length} letters`;
};

/**
 * Accepts an empty result only if the source is a WebVTT file without cues. A WebVTT file without cues may contain just
 * a style and comments.
 */
const speech: Reopen = async (file, source) => {
  if (!/\S/.test(await readFile(file, 'utf8'))) {
    const text = await readFile(source, 'utf8');
    if (text.startsWith('WEBVTT') && !/^[\d:.]+ --> /m.test(text)) return 'no cues, as in the source';
  }
  return words(file, source);
};

const zipped =
  (member: string): Reopen =>
  async (file) => {
    const names = await outputOf('/usr/bin/bsdtar', ['-tf', file]);
    if (!names.split('\n').some((name) => name.endsWith(member)))
      throw new Error(`the archive has no ${member}`);
    return `${names.trim().split('\n').length} parts`;
  };

const archive: Reopen = async (file) => {
  const names = (await outputOf('/usr/bin/bsdtar', ['-tf', file])).trim().split('\n');
  await run('/usr/bin/bsdtar', ['-xOf', file]);
  return `${names.length} entries`;
};

const pages: Reopen = async (file) => {
  const info = await outputOf('/usr/bin/pdfinfo', [file]);
  // A page with only one colour may be correct. If all pages of the file are white, the engine has drawn nothing.
  const { stdout: drawn } = await run('/usr/bin/pdftoppm', ['-scale-to', '200', '-gray', file]);
  if (grays(drawn).every((page) => page.every((shade) => shade === 255)))
    throw new Error('all pages are blank');
  return /^Pages:.*$/m.exec(info)?.[0] ?? '';
};

/** Splits a stream of portable graymap (PGM) pictures into the pixels of each picture, with 1 byte per pixel. */
function grays(file: Buffer): Buffer[] {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!head) return [];
  const [start, length] = [head[0].length, Number(head[1]) * Number(head[2])];
  return [file.subarray(start, start + length), ...grays(file.subarray(start + length))];
}

const typeface: Reopen = async (file) => {
  const program =
    'import sys; from fontTools.ttLib import TTFont; f = TTFont(sys.argv[1]); print(len(f.getBestCmap() or f.getGlyphOrder()))';
  return `${(await python(program, [file])).stdout.toString().trim()} letters`;
};

const parsed =
  (program: string): Reopen =>
  async (file) =>
    (await python(`import sys\n${program}`, [file])).stdout.toString().trim();

const rows: Reopen = parsed(
  "import csv\nrows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))\nprint(sum(any(row) for row in rows), 'rows')",
);

/**
 * Accepts an empty result only if the source is an empty table in flat OpenDocument (.fods). Flat OpenDocument is text,
 * so a text search shows whether the table is empty.
 */
const cells: Reopen = async (file, source) => {
  const seen = await rows(file, source);
  if (seen !== '0 rows') return seen;
  if (/\.fods$/.test(source) && !(await readFile(source, 'utf8')).includes('office:value-type='))
    return 'no rows, as in the source';
  throw new Error('the result is empty');
};
const book = zipped('.opf');

const stream =
  (tool: string): Reopen =>
  async (file) =>
    `${(await run(tool, ['-dc', file])).stdout.length} bytes`;

/** The check for each target format. */
export const reopen: Readonly<Record<string, Reopen>> = {
  ...Object.fromEntries(['jpg', 'png', 'webp', 'tiff'].map((ext) => [ext, picture])),
  ...Object.fromEntries(['mp3', 'wav', 'm4a', 'flac'].map((ext) => [ext, streams('audio')])),
  ...Object.fromEntries(['mp4', 'webm', 'gif'].map((ext) => [ext, streams('video')])),
  ...Object.fromEntries(['txt', 'html', 'yaml', 'xml'].map((ext) => [ext, words])),
  ...Object.fromEntries(['srt', 'vtt', 'ass'].map((ext) => [ext, speech])),
  ...Object.fromEntries(['zip', 'tar.gz', '7z', 'cbz'].map((ext) => [ext, archive])),
  ...Object.fromEntries(['ttf', 'otf', 'woff', 'woff2'].map((ext) => [ext, typeface])),
  pdf: pages,
  docx: zipped('word/document.xml'),
  xlsx: parsed(
    'import openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\nprint(len(book.sheetnames), "sheets", sum(s.max_row for s in book if hasattr(s, "max_row")), "rows")',
  ),
  csv: cells,
  json: parsed('import json\nprint(type(json.load(open(sys.argv[1], encoding="utf-8"))).__name__)'),
  epub: book,
  mobi: async (file) => (await outputOf('/usr/bin/file', ['-b', file])).trim(),
  gz: stream('/usr/bin/gzip'),
  xz: stream('/usr/bin/xz'),
};
