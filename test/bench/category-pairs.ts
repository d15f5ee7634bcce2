/**
 * Measures conversions between common formats of all categories, and prints the 10 slowest. Usage: `script/bench pairs
 * [SOURCES [TARGETS]]`. The arguments are comma-separated lists that select the formats.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import {
  openConversions,
  sandboxReadiness,
  type Conversions,
} from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { ServiceError } from '../../packages/server/src/errors.ts';
import { timeConversion, type ConversionTime, type PairFile } from './engines/conversion-time.ts';
import { writeEverydayFiles } from './engines/everyday-files.ts';
import { spread } from './measure.ts';

/** Number of further measurements of each of the slowest pairs, after the first one. */
const furtherRounds = 2;
/** The common formats of each category. */
const everyday = [
  ...['jpg', 'png', 'webp', 'gif', 'avif', 'tiff', 'svg'],
  ...['pdf', 'docx', 'odt', 'html', 'md', 'txt', 'rtf', 'pptx'],
  ...['xlsx', 'ods', 'csv', 'json', 'yaml', 'xml', 'epub', 'mobi'],
  ...['mp4', 'webm', 'mkv', 'mp3', 'wav', 'flac', 'm4a', 'ogg'],
  ...['zip', '7z', 'tar.gz', 'srt', 'vtt', 'ttf', 'woff2'],
];

type Pair = PairFile & ConversionTime;

const [sources, targets = everyday] = process.argv.slice(2).map((list) => list.split(','));
const dir = await mkdtemp(path.join(tmpdir(), 'protean-pairs-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness(config, () => {}),
);
try {
  const files = await writeEverydayFiles(path.join(dir, 'files'));
  // Makes the PDF file from DOCX and the XLSX file from CSV with Protean, because no other program makes good files in
  // both formats.
  for (const [from, to] of [
    ['docx', 'pdf'],
    ['csv', 'xlsx'],
  ] as const) {
    const file = path.join(dir, `source.${to}`);
    const keep = ([result = '']: readonly string[]) => copyFile(result, file);
    await timeConversion(parts, { source: from, target: to, file: files[from] ?? '' }, keep);
    files[to] = file;
  }
  const pairs: Pair[] = [];
  const refused: string[] = [];
  for (const [source, file] of Object.entries(files)) {
    if (sources && !sources.includes(source)) continue;
    for (const target of targets) {
      if (target === source || !parts.catalogue.live.find(source, target)) continue;
      try {
        const pair = { source, target, file, ...(await timeConversion(parts, { source, target, file })) };
        console.error(`${source} → ${target}: ${(pair.ms / 1000).toFixed(1)} s`);
        pairs.push(pair);
      } catch (error) {
        // Lists refused conversions separately, because they have no duration. Some refusals are correct, for example
        // if a picture for OCR contains no text.
        if (!(error instanceof ServiceError && error.status === 400)) throw error;
        refused.push(`${source} → ${target} (${String(error.details?.['reason'])})`);
      }
    }
  }
  pairs.sort((a, b) => b.ms - a.ms);
  const slowest: Pair[] = [];
  for (const pair of pairs.slice(0, 10)) slowest.push({ ...pair, ms: await medianMs(parts, pair) });
  slowest.sort((a, b) => b.ms - a.ms);
  console.log(table(pairs.length, slowest));
  if (refused.length > 0) console.log(`\nRefused, rightly or not: ${refused.join(', ')}`);
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

async function medianMs(conversions: Conversions, pair: Pair): Promise<number> {
  const taken = [pair.ms];
  for (let round = 0; round < furtherRounds; round += 1)
    taken.push((await timeConversion(conversions, pair)).ms);
  return spread(taken).median;
}

function table(count: number, slowest: readonly Pair[]): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}: ${count} pairs, the ten that take longest`,
    '',
    '| pair | conversion | source | result |',
    '|---|---|---|---|',
    ...slowest.map(
      ({ source, target, ms, bytes: [from, to] }) =>
        `| ${source} → ${target} | ${(ms / 1000).toFixed(1)} s | ${megabytes(from)} MB | ${megabytes(to)} MB |`,
    ),
  ].join('\n');
}
