/** Measures every pair of everyday picture formats at twelve megapixels; prints the ten worst beside their engines alone. */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import {
  openConversions,
  sandboxReadiness,
  type Conversions,
} from '../../packages/server/src/convert/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { KnownGood } from '../../packages/server/src/convert/known-good.ts';
import { perform } from '../../packages/server/src/convert/perform.ts';
import { bareEngines, drawPicture, type BarePicture } from './bare-pictures.ts';
import { spread, timed } from './measure.ts';

/** No everyday pair takes longer than so many times its two engines alone. */
const most = 3;
const rounds = 3;
const wallMs = 600_000;

interface Pair {
  source: string;
  target: string;
  /** Milliseconds of the conversion, and of both engines alone. */
  ms: number;
  aloneMs: number;
  /** Of source and result. */
  bytes: readonly [number, number];
}

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
  const pairs: Pair[] = [];
  for (const [source, file] of Object.entries(files)) {
    for (const target of Object.keys(bareEngines)) {
      if (target !== source) pairs.push(await measure(parts, picture, { source, target, file }, 1));
    }
  }
  pairs.sort((a, b) => ratio(b) - ratio(a));
  const worst: Pair[] = [];
  for (const { source, target } of pairs.slice(0, 10)) {
    worst.push(await measure(parts, picture, { source, target, file: files[source] ?? '' }, rounds));
  }
  worst.sort((a, b) => ratio(b) - ratio(a));
  console.log(report(pairs.length, worst));
  process.exitCode = worst.some((pair) => ratio(pair) > most) ? 1 : 0;
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

/** The picture in each format that is read, as its engine alone writes it. */
async function sourceFiles(picture: BarePicture): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [ext, { read, write }] of Object.entries(bareEngines)) {
    if (!read) continue;
    const file = path.join(dir, `source.${ext}`);
    await write(picture, file);
    files[ext] = file;
  }
  return files;
}

/** The median of the rounds; conversion and engines in turn, so that both have the same machine. */
async function measure(
  { catalogue, sandbox, workspace }: Conversions,
  picture: BarePicture,
  { source, target, file }: { source: string; target: string; file: string },
  times: number,
): Promise<Pair> {
  const route = catalogue.live.find(source, target);
  if (!route) throw new Error(`there is no route from ${source} to ${target}`);
  const [taken, alone]: [number[], number[]] = [[], []];
  let size = 0;
  for (let round = 0; round < times; round += 1) {
    await using folder = await workspace.openConversion();
    const now = () => performance.now();
    const scope = {
      sandbox,
      knownGood: new KnownGood(sandbox),
      engine: (id: string) => catalogue.engine(id),
      now,
      wallMs,
      deadline: now() + wallMs,
      owner: 'bench',
    };
    let results: readonly string[] = [];
    taken.push(
      await timed(async () => {
        results = await perform({ file, steps: route.steps, options: {} }, folder.path, scope);
      }),
    );
    size = (await stat(results[0] ?? '')).size;
    const bare = path.join(folder.path, 'bare');
    await mkdir(bare);
    const read = await timed(async () => bareEngines[source]?.read?.(file));
    const write = await timed(async () => bareEngines[target]?.write(picture, `${bare}/out.${target}`));
    alone.push(read + write);
  }
  const bytes = [(await stat(file)).size, size] as const;
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
