/**
 * Samples for OCR: a scanned page with texts of the sample letter, in several picture formats and as PDF. The scanned
 * page has no text layer.
 */
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { letterTexts } from './letter.ts';
import { python, run } from '../run.ts';
import type { SampleMakers } from '../samples.ts';

/**
 * The texts of the letter that OCR reads reliably. The selected texts have only English characters, because the OCR
 * data of other languages may not be installed. Short texts are omitted, because OCR mistakes a single digit on a line
 * for a speck or a letter.
 */
export const scannedTexts = letterTexts().filter((text) => /^[\x20-\x7e]{3,}$/.test(text));

/** Size of an A4 page at 150 dpi, in pixels. */
const [width, height] = [1240, 1754];

/** Top of the first line, distance between lines, and font size, in pixels. */
const [top, lineHeight, fontSize] = [130, 80, 26];

/** Returns the vertical middle of the letters of a line, as a fraction of the page height. */
export const lineCentre = (line: number): number => (top + lineHeight * line + fontSize / 2) / height;

const draw = `
import json, sys
from PIL import Image, ImageDraw, ImageFont
page = Image.new('L', (${width}, ${height}), 250)
pen = ImageDraw.Draw(page)
font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', ${fontSize})
for line, text in enumerate(json.load(sys.stdin)):
    pen.text((110, ${top} + ${lineHeight} * line), text, fill=25, font=font)
page.save(sys.argv[1], dpi=(150, 150))
`;

const asPng = (file: string) => python(draw, [file], JSON.stringify(scannedTexts));

/**
 * Commands that convert the PNG sample to each other format. The tools that write the samples are not the tools with
 * which Protean reads the formats.
 */
const tools: Readonly<Record<string, (png: string, file: string) => readonly string[]>> = {
  jpg: (png, file) => [magickProgram('convert'), png, '-quality', '92', file],
  webp: (png, file) => [magickProgram('convert'), png, file],
  gif: (png, file) => [magickProgram('convert'), png, file],
  tiff: (png, file) => [magickProgram('convert'), png, '-threshold', '50%', '-compress', 'Group4', file],
  avif: (png, file) => ['/usr/bin/heif-enc', '--avif', '-q', '80', '-o', file, png],
  heic: (png, file) => ['/usr/bin/heif-enc', '-q', '80', '-o', file, png],
  jxl: (png, file) => ['/usr/bin/cjxl', '--quiet', png, file],
  jp2: (png, file) => [magickProgram('convert'), png, '-quality', '60', file],
  j2k: (png, file) => [magickProgram('convert'), png, '-quality', '60', file],
};

/** Returns the file name of the scanned sample with the extension `ext`. */
export const scanOf = (ext: string): string => `scan.${ext}`;

export const scans: SampleMakers = {
  [scanOf('png')]: async (file) => {
    await asPng(file);
  },
  [scanOf('pdf')]: async (file, sample) => {
    await run('/usr/bin/img2pdf', ['--output', file, await sample(scanOf('png'))]);
  },
  ...Object.fromEntries(
    Object.entries(tools).map(([ext, tool]) => [
      scanOf(ext),
      async (file: string, sample: (ext: string) => Promise<string>) => {
        const [program = '', ...args] = tool(await sample(scanOf('png')), file);
        await run(program, args);
      },
    ]),
  ),
};
