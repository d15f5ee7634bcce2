/** Measures what the documents promise, all in one run, and fails where a promise is not kept. */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { openConversions, sandboxReadiness } from '../../packages/server/src/convert/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { Samples } from '../samples/samples.ts';
import { benchAccount } from './account.ts';
import { benchSandbox } from './sandboxed.ts';
import type { Measurement } from './measure.ts';
import { benchRoutes } from './routes.ts';
import { benchStart } from './start.ts';
import { benchMemory } from './memory.ts';
import { benchUpload } from './upload.ts';
import { benchMany, benchPictures, benchWarm } from './warm.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-bench-'));
const config = loadConfig();
const parts = await openConversions(
  config,
  path.join(dir, 'work'),
  sandboxReadiness({ ...config, warm: false }, () => {}),
);
const samples = new Samples(path.join(dir, 'samples'));
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`,
  );
  console.log('| what | min | median | max | promised | |');
  console.log('|---|---|---|---|---|---|');
  const broken = [
    ...show(await benchSandbox(parts)),
    ...show(await benchStart(path.join(dir, 'data'))),
    ...show(await benchRoutes(samples, dir)),
    ...show(await benchUpload(dir)),
    ...show(await benchAccount(dir)),
    ...show(await benchMemory()),
    ...show(await benchPictures(dir)),
    ...show(await benchMany(samples)),
    ...show(await benchWarm(samples, dir)),
  ];
  for (const { what } of broken) console.log(`\nNOT KEPT: ${what}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}

/** Prints the rows and returns those whose promise is not kept. */
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
