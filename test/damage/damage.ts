/**
 * Converts damaged files of every format. Each file must be refused with a reason. If `acceptedDamage` lists the
 * damage, the server may convert the file instead of refusing it, but the result must be readable.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../support/arguments.ts';
import { withConversions, type Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { ServiceError } from '../../packages/server/src/errors.ts';
import { format } from '@protean/formats';
import { run } from '../samples/run.ts';
import { reopen } from '../corpus/reopen.ts';
import { Samples } from '../samples/samples.ts';
import { allCases, type DamageCase } from './cases.ts';
import { mayBeRead } from './accepted-damage.ts';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: {
    source: { type: 'string' },
    damage: { type: 'string' },
    share: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});

/** Maximum time in milliseconds until a damaged file is refused. */
const patience = 60_000;

const dir = await mkdtemp(path.join(tmpdir(), 'protean-damage-'));
const samples = new Samples(path.join(dir, 'samples'));
let failed = 0;
let passed = 0;
try {
  await withConversions(loadConfig({ ...process.env, CONVERSIONS_AT_ONCE: values.jobs }), async (parts) => {
    const queue = chosen(allCases(parts.catalogue.live)).values();
    const worker = async () => {
      for (const one of queue) report(one, await verdict(parts, one));
    };
    await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  });
  console.log(`${passed} passed, ${failed} failed`);
} finally {
  await rm(dir, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function chosen(cases: readonly DamageCase[]): DamageCase[] {
  const [first = 0, every = 1] = values.share?.split('/').map(Number) ?? [];
  return cases
    .filter(({ route }) => !values.source || values.source.split(',').includes(route.source))
    .filter(({ damage }) => !values.damage || damage.name === values.damage)
    .filter((_, n) => n % every === first % every);
}

function report({ route, damage }: DamageCase, wrong: string | undefined): void {
  if (wrong === undefined) passed += 1;
  else {
    failed += 1;
    const steps = route.steps.map(({ engine, to }) => `-${engine}-> ${to}`).join(' ');
    console.log(`FAILED ${damage.name}: ${route.source} ${steps}: ${wrong}`);
  }
}

/** Converts a damaged file. Returns what is wrong with the response, or undefined if the response is correct. */
async function verdict(
  { converter, workspace }: Conversions,
  { route, damage, sample }: DamageCase,
): Promise<string | undefined> {
  await using folder = workspace.openConversion();
  const job = folder.path;
  const began = performance.now();
  try {
    const other = await samples.get(format(route.source).category === 'image' ? 'mp3' : 'png');
    const file = path.join(job, 'broken');
    const bytes = damage.of(await readFile(await samples.get(sample)), await readFile(other));
    await writeFile(file, bytes);
    const { source, target } = route;
    const plan = await converter.plan({ fileName: 'in', source, target, options: {} }, file);
    const result = await converter.convert(plan, { dir: job });
    if (!mayBeRead(route, damage)) return `converted all the same, ${result.size} bytes`;
    return await reopened(result.file, path.extname(result.fileName).slice(1), { job, source: file });
  } catch (error) {
    return wrongWith(error) ?? slow(performance.now() - began);
  }
}

function wrongWith(error: unknown): string | undefined {
  if (!(error instanceof ServiceError)) return `500: ${String(error)}`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message.slice(0, 400)})` : '';
  if (error.status !== 400) return `${error.status} ${error.message}${cause}`.replaceAll('\n', ' ');
  return typeof error.details?.['reason'] === 'string' ? undefined : `400 without a reason: ${error.message}`;
}

function slow(ms: number): string | undefined {
  return ms > patience ? `took ${Math.round(ms / 1000)} s` : undefined;
}

/**
 * Returns the error of an independent tool that cannot open the result. Returns undefined if the tool can open the
 * result, or if no tool reads the format.
 */
async function reopened(
  file: string,
  ext: string,
  { job, source }: { job: string; source: string },
): Promise<string | undefined> {
  const check = reopen[ext];
  if (!check) return undefined;
  const named = path.join(job, `result.${ext}`);
  await run('/usr/bin/cp', [file, named]);
  return check(named, source).then(
    () => undefined,
    (error: unknown) => `the result is broken: ${String(error).slice(0, 300)}`,
  );
}
