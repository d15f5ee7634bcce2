/**
 * Measures performance, and fails if a result misses its target. Arguments select the parts to measure, such as
 * `upload`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { openConversions, sandboxReadiness } from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { Samples } from '../samples/samples.ts';
import { benchAccount } from './account.ts';
import { benchCommandLine } from './command-line.ts';
import { benchData } from './data.ts';
import { benchSandbox } from './engines/sandboxed.ts';
import type { Measurement } from './measure.ts';
import { benchEveryday } from './engines/everyday.ts';
import { benchRoles } from './roles.ts';
import { benchRoutes } from './routes.ts';
import { benchJobList } from './job-list.ts';
import { benchKeyless } from './keyless.ts';
import { benchStart } from './start.ts';
import { benchMemory } from './memory.ts';
import { benchUpload } from './upload.ts';
import { benchMany, benchPictures, benchWarm } from './warm.ts';
import { benchWorkers } from './workers.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-bench-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness({ ...config, warm: false }, () => {}),
);
const samples = new Samples(path.join(dir, 'samples'));
const all: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  sandbox: () => benchSandbox(parts),
  start: () => benchStart(path.join(dir, 'data')),
  routes: () => benchRoutes(samples, dir),
  cli: () => benchCommandLine(samples, dir),
  upload: () => benchUpload(dir),
  account: () => benchAccount(dir),
  memory: benchMemory,
  data: () => benchData(samples, dir),
  small: () => benchPictures(samples, dir),
  many: () => benchMany(samples),
  warm: () => benchWarm(samples, dir),
  everyday: () => benchEveryday(samples, dir),
  keyless: () => benchKeyless(samples),
  roles: () => benchRoles(dir),
  jobs: benchJobList,
  workers: () => benchWorkers(samples, dir),
};
const named = process.argv.slice(2);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`,
  );
  console.log('| what | min | median | max | target | |');
  console.log('|---|---|---|---|---|---|');
  const broken: Measurement[] = [];
  for (const name of named.length > 0 ? named : Object.keys(all)) {
    const measure = all[name];
    if (!measure) throw new Error(`unknown part ${name}; valid parts: ${Object.keys(all).join(', ')}`);
    broken.push(...show(await measure()));
  }
  for (const { what } of broken) console.log(`\nMISSED: ${what}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

/** Prints the rows, and returns the rows that miss their target. */
function show(rows: readonly Measurement[]): Measurement[] {
  for (const { what, measured, unit, most, least, note = '' } of rows) {
    const figures = [measured.min, measured.median, measured.max].map((value) => `${round(value)} ${unit}`);
    const promised = [
      ...(most === undefined ? [] : [`≤ ${most} ${unit}`]),
      ...(least === undefined ? [] : [`≥ ${least} ${unit}`]),
    ];
    console.log(`| ${what} | ${figures.join(' | ')} | ${promised.join(', ')} | ${note} |`);
  }
  return rows.filter(
    ({ most = Infinity, least = -Infinity, measured }) => measured.median > most || measured.median < least,
  );
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
