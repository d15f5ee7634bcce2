import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { engines } from '@protean/engines';
import { defaultLimits, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import { formats } from '@protean/formats';
import { systemClock } from '../../kit/clock.ts';
import type { Sandbox, SandboxRun } from '../../sandbox/sandbox.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { Converter } from './converter.ts';
import type { ConversionContext } from '../request/context.ts';
import { EngineVersions } from '../catalogue/engine-versions.ts';
import { Reporter } from '../result/reporter.ts';

const MB = 1024 * 1024;
const png = Buffer.from('89504e470d0a1a0a', 'hex');

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-converter-'));
});

after(() => rm(dir, { recursive: true }));

/** Converts a PDF into two pages and returns the limits of each sandbox run, in order. */
async function limitsOf(
  name: string,
  context: Partial<ConversionContext>,
  megabytes = 0,
): Promise<SandboxLimits[]> {
  const limits: SandboxLimits[] = [];
  const folder = path.join(dir, name);
  const sandbox = {
    async run<T>(run: SandboxRun<T>): Promise<T> {
      limits.push(run.limits);
      const root = path.join(folder, `sandbox-${limits.length}`);
      const folders = { input: `${root}/in`, output: `${root}/out`, work: `${root}/work` };
      for (const one of Object.values(folders)) await mkdir(one, { recursive: true });
      await run.stageInputs(folders);
      const results = limits.length === 1 ? ['1.png', '2.png'] : ['out.zip'];
      for (const result of results) await writeFile(path.join(folders.output, result), png);
      return run.collectOutputs(folders, {
        ending: 'exit',
        status: 0,
        signal: null,
        waitedMs: 0,
        stderr: '',
      });
    },
  } as unknown as Sandbox;
  const catalogue = new Catalogue(formats, engines, () => true);
  const reporter = new Reporter({
    versions: new EngineVersions(dir, () => 0),
    engine: (id) => catalogue.engine(id),
  });
  const sizes = { conversionsAtOnce: 1, conversionsWaiting: 1, conversionWaitMs: 1, conversionMs: 50_000 };
  const converter = new Converter({ catalogue, sandbox, reporter, clock: systemClock, ...sizes });
  await mkdir(folder);
  const file = path.join(folder, 'upload');
  await writeFile(file, '%PDF-1.4\n');
  if (megabytes > 0) await truncate(file, megabytes * MB);
  const plan = await converter.plan({ fileName: 'a.pdf', target: 'png', options: {} }, file);
  await converter.convert(plan, { dir: folder, ...context });
  return limits;
}

test('limits a sandbox run to the time budget and the output limit of the engine', async () => {
  const [step, packing] = await limitsOf('usual', {});
  assert.ok(step && packing);
  assert.ok(step.wallMs > 10_000 && step.wallMs < 50_000, `${step.wallMs} ms`);
  assert.deepEqual([step.outputBytes, packing.outputBytes], [1024 * MB, 1024 * MB]);
});

test('a conversion step gets more time for a larger file (contract §3.9)', async () => {
  const [small] = await limitsOf('of-20-mb', {}, 20);
  const [large] = await limitsOf('of-120-mb', {}, 120);
  assert.ok(small && large);
  // The difference of 100 MB adds 50 s to the engine's budget and to the usual limit.
  assert.ok(small.wallMs <= 50_000 && large.wallMs > 70_000, `${small.wallMs} and ${large.wallMs} ms`);
});

test('waiting for processors extends a sandbox run to at most 10 times its time limit', async () => {
  const longest = (limits: readonly SandboxLimits[]) =>
    limits.map(({ longestWallMs = 0 }) => Math.ceil(longestWallMs / 1000));
  assert.deepEqual(longest(await limitsOf('waiting', {})), [500, 500]);
  assert.deepEqual(longest(await limitsOf('large-and-waiting', {}, 120)), [600, 600]);
});

test("the limits of a job replace the engine's time budget and raise its output limit", async () => {
  const bounds = { wallMs: 1_000_000, outputBytes: 4096 * MB };
  const [step, packing] = await limitsOf('large', { bounds });
  assert.ok(step && packing);
  assert.ok(step.wallMs > 900_000 && step.wallMs <= 1_000_000, `${step.wallMs} ms`);
  assert.equal(step.cpuMs, undefined);
  assert.deepEqual([step.outputBytes, packing.outputBytes], [4096 * MB, 4096 * MB]);
});

test("the limits of a job never lower the engine's output limit", async () => {
  const [step, packing] = await limitsOf('small', { bounds: { wallMs: 1_000_000, outputBytes: 80 } });
  const { outputBytes } = defaultLimits;
  assert.deepEqual([step?.outputBytes, packing?.outputBytes], [outputBytes, outputBytes]);
});
