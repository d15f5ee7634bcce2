/**
 * Measures conversions between common image formats at 12 megapixels. Compares each conversion with the two engines
 * that it uses, run without Protean: one engine reads the source, and the other engine writes the target. Prints the 10
 * pairs with the highest ratio. Usage: `script/bench pictures [SOURCES [TARGETS]]`. SOURCES and TARGETS are
 * comma-separated lists that select the formats.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import {
  openConversions,
  sandboxReadiness,
  type Conversions,
} from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { format } from '@protean/formats';
import { bareEngines, drawPicture, type BarePicture } from './engines/bare-pictures.ts';
import { timeConversion, type PairFile } from './engines/conversion-time.ts';
import { spread, timed } from './measure.ts';

/** Maximum ratio of the time of a conversion to the time that the two engines of the conversion take alone. */
const most = 3;
const rounds = 3;

interface Pair {
  source: string;
  target: string;
  /** Duration of the conversion (`ms`), and total duration of its two engines alone (`aloneMs`). */
  ms: number;
  aloneMs: number;
  /** Sizes of source and result, in bytes. */
  bytes: readonly [number, number];
}

const everything = Object.keys(bareEngines);
const [sources = everything, targets = everything] = process.argv.slice(2).map((list) => list.split(','));

const dir = await mkdtemp(path.join(tmpdir(), 'protean-pairs-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness(config, () => {}),
);
try {
  const picture = await drawPicture(dir);
  const files = await sourceFiles(picture);
  const aloneMs = await timesAlone(picture, files);
  const pairs: Pair[] = [];
  for (const [source, file] of Object.entries(files)) {
    for (const target of targets.filter((ext) => ext !== source)) {
      const { ms, bytes } = await timeConversion(parts, { source, target, file });
      pairs.push({ source, target, ms, aloneMs: aloneMs(source, target), bytes });
    }
  }
  pairs.sort((a, b) => ratio(b) - ratio(a));
  const worst: Pair[] = [];
  for (const { source, target } of pairs.slice(0, 10)) {
    worst.push(await measure(parts, picture, { source, target, file: files[source] ?? '' }));
  }
  worst.sort((a, b) => ratio(b) - ratio(a));
  console.log(report(pairs.length, worst));
  process.exitCode = worst.some((pair) => ratio(pair) > most) ? 1 : 0;
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

/** Writes the picture in each source format with the format's engine alone, and returns the paths by format. */
async function sourceFiles(picture: BarePicture): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [ext, { read, write }] of Object.entries(bareEngines)) {
    if (!read || !sources.includes(ext)) continue;
    const file = path.join(dir, `source.${ext}`);
    await write(picture, file, true);
    files[ext] = file;
  }
  return files;
}

/**
 * Measures each engine once, without Protean. The returned function takes a source and a target format, and returns the
 * time to read the source plus the time to write the target, in milliseconds.
 */
async function timesAlone(
  picture: BarePicture,
  files: Readonly<Record<string, string>>,
): Promise<(source: string, target: string) => number> {
  const [reading, writing] = [new Map<string, number>(), new Map<string, number>()];
  for (const [ext, file] of Object.entries(files)) reading.set(ext, await timeToRead(ext, file));
  const way = (source: string, target: string) => `${target} ${isExact(source)}`;
  for (const source of Object.keys(files)) {
    for (const target of targets) {
      const known = writing.has(way(source, target));
      if (!known) writing.set(way(source, target), await timeToWrite(target, picture, isExact(source)));
    }
  }
  return (source, target) => (reading.get(source) ?? NaN) + (writing.get(way(source, target)) ?? NaN);
}

function timeToRead(ext: string, file: string): Promise<number> {
  return timed(async () => bareEngines[ext]?.read?.(file));
}

function timeToWrite(ext: string, picture: BarePicture, exact: boolean): Promise<number> {
  return timed(async () => bareEngines[ext]?.write(picture, path.join(dir, `alone.${ext}`), exact));
}

/** Returns whether the source format is lossless. If the source is lossless, the result must be lossless too. */
function isExact(source: string): boolean {
  return format(source).holds.includes('exact');
}

/**
 * Measures a pair in several rounds and returns the medians. Each round measures the conversion and then its two
 * engines alone, because both should run under the same conditions.
 */
async function measure(conversions: Conversions, picture: BarePicture, pair: PairFile): Promise<Pair> {
  const { source, target, file } = pair;
  const [taken, alone]: [number[], number[]] = [[], []];
  let bytes: Pair['bytes'] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const converted = await timeConversion(conversions, pair);
    taken.push(converted.ms);
    bytes = converted.bytes;
    alone.push((await timeToRead(source, file)) + (await timeToWrite(target, picture, isExact(source))));
  }
  return { source, target, ms: spread(taken).median, aloneMs: spread(alone).median, bytes };
}

function ratio({ ms, aloneMs }: Pair): number {
  return ms / aloneMs;
}

function report(count: number, worst: readonly Pair[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}: ${count} pairs, the ten worst`,
    '',
    '| pair | conversion | both engines alone | ratio | source | result |',
    '|---|---|---|---|---|---|',
    ...worst.map(({ source, target, ms, aloneMs, bytes: [from, to] }) =>
      [
        ...['', `${source} → ${target}`, `${seconds(ms)} s`, `${seconds(aloneMs)} s`],
        ...[(ms / aloneMs).toFixed(2), `${megabytes(from)} MB`, `${megabytes(to)} MB`, ''],
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');
}
