/** Writes still pictures with the high dynamic range of their source, in formats that can declare it. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { strictFfmpeg } from '../../ffmpeg/command.ts';
import { toLinear } from '../../ffmpeg/images/dynamic-range.ts';
import type { Options } from '../../../contract/options.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { writeDensity } from '../density.ts';
import type { Density } from '../../../shared/image/density.ts';
import { addMetadataToJxl } from '../../../shared/image/exif/jxl.ts';
import { prepared, type PictureStep } from '../picture.ts';
import { avifQuality, jxlQuality } from '../quality-flags.ts';
import { isHdr, type ColourCodes } from '../../../shared/image/colour/description.ts';
import { withHeifCodes } from './heif-codes.ts';
import { withCodes } from '../../../shared/image/colour/png.ts';
import { declaredColours } from './source.ts';

interface Writing {
  /** Path of a PNG with 16 bits per sample, in the colours that `codes` describes. */
  png: string;
  codes: ColourCodes;
  output: string;
  options: Options;
  work: string;
}

const writers: Readonly<Record<string, (writing: Writing) => Promise<unknown>>> = {
  png: writePng,
  avif: writeAvif,
  heic: writeHeic,
  jxl: writeJxl,
  exr: writeLight,
  hdr: writeRadiance,
};

const tools: Readonly<Record<string, string>> = {
  avif: 'avifenc',
  heic: 'vips',
  jxl: 'cjxl',
  exr: 'ffmpeg',
  hdr: 'vips',
};

/**
 * Writes the page with its high dynamic range to `file`. Returns false if the page has a standard range, or if the
 * target does not support a high range.
 */
export async function writeHighRange(
  step: PictureStep,
  {
    source,
    page,
    file,
    density,
  }: { source: string; page: number; file: string; density?: Density | undefined },
): Promise<boolean> {
  const codes = await keptCodes(step);
  const write = writers[step.to];
  if (!codes || !write) return false;
  const deep = { ...step, keepsRange: true, holds: [...new Set([...step.holds, 'depth' as const])] };
  const png = `${step.work}/high-range.png`;
  await (await prepared(deep, source, page)).png({ compressionLevel: 1 }).toFile(png);
  if (density) await writeDensity(png, density);
  await write({ png, codes, output: file, options: step.options, work: step.work });
  if (density) await writeDensity(file, density);
  return true;
}

/**
 * Returns the colour codes (ITU-T H.273) of the source if it has a high dynamic range, and if the target format and the
 * available tools can keep this range.
 */
async function keptCodes({
  from,
  to,
  input,
  options,
  target = to,
}: PictureStep): Promise<ColourCodes | undefined> {
  const tool = tools[to];
  if (!writers[to] || !writers[target] || (tool && !existsSync(`/usr/bin/${tool}`))) return undefined;
  // Most programs ignore the code points of a PNG, so a PNG target gets code points only if the source is a PNG too.
  if (target === 'png' && from !== 'png') return undefined;
  // With the option `quality`, a PNG gets a reduced palette. A palette is supported only in the standard range.
  if (to === 'png' && options.quality !== undefined) return undefined;
  const colours = await declaredColours(input, from);
  if (!colours?.codes || !isHdr(colours)) return undefined;
  return to === 'jxl' && !jxlPrimaries[colours.codes.primaries] ? undefined : colours.codes;
}

async function writePng({ png, codes, output }: Writing): Promise<void> {
  await writeFile(output, withCodes(await readFile(png), codes));
}

/**
 * Returns the code of the colour matrix: ITU-R BT.2020 for BT.2020 primaries, otherwise BT.601. Encoders choose their
 * matrices by the same rule as this function.
 */
const matrixOf = (primaries: number) => (primaries === 9 ? 9 : 6);

async function writeAvif({ png, codes: { primaries, transfer }, output, options }: Writing): Promise<void> {
  const matrix = options.lossless ? 0 : matrixOf(primaries);
  const coding = options.lossless
    ? ['-d', '12', '-y', '444', '--min', '0', '--max', '0', '--minalpha', '0', '--maxalpha', '0']
    : ['-d', '10', ...avifQuality(options)];
  const codes = ['--cicp', [primaries, transfer, matrix].join('/'), '-r', 'full'];
  await callTool(['avifenc', '-c', 'aom', '-s', '8', ...codes, ...coding, png, output]);
}

async function writeHeic({ png, codes, output, options }: Writing): Promise<void> {
  const coding = ['--compression', 'hevc', '--bitdepth', '10', '--Q', String(options.quality ?? 65)];
  await callTool(['vips', 'heifsave', png, output, ...coding, ...(options.lossless ? ['--lossless'] : [])]);
  await writeFile(output, withHeifCodes(await readFile(output), codes));
}

/** cjxl's names for primaries and white point, by code point. */
const jxlPrimaries: Readonly<Record<number, string>> = { 1: 'D65_SRG', 9: 'D65_202', 12: 'D65_DCI' };

async function writeJxl({ png, codes, output, options }: Writing): Promise<void> {
  const { primaries, transfer } = codes;
  const space = `RGB_${jxlPrimaries[primaries] ?? ''}_Rel_${transfer === 16 ? 'PeQ' : 'HLG'}`;
  await callTool(['cjxl', png, output, '-e', '5', '-x', `color_space=${space}`, ...jxlQuality(options)]);
  await writeFile(output, addMetadataToJxl(await readFile(output), await sharp(png).metadata()));
}

/** Writes light relative to reference white, premultiplied with alpha. */
async function writeLight({ png, codes, output }: Writing): Promise<void> {
  const { hasAlpha } = await sharp(png).metadata();
  const filters = [...toLinear({ ...codes, hasAlpha }), ...(hasAlpha ? ['premultiply=inplace=1'] : [])];
  const coding = ['-c:v', 'exr', '-compression', 'zip16', '-f', 'image2', '-update', '1', '-y', output];
  await callTool([
    ...[...strictFfmpeg, '-f', 'png_pipe', '-i', png, '-vf', filters.join(','), '-frames:v', '1'],
    ...coding,
  ]);
}

async function writeRadiance(writing: Writing): Promise<void> {
  const at = (name: string) => `${writing.work}/${name}`;
  await writeLight({ ...writing, output: at('light.exr') });
  await callTool(['vips', 'openexrload', at('light.exr'), at('light.v')]);
  await callTool(['vips', 'unpremultiply', at('light.v'), at('clear.v')]);
  await callTool(['vips', 'flatten', at('clear.v'), at('flat.v'), '--background', '1']);
  await callTool(['vips', 'radsave', at('flat.v'), writing.output]);
}
