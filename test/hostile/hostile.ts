/**
 * Runs the hostile cases against a separate server and prints how many had no harmful effect. `test/hostile/run` starts
 * this program.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../support/arguments.ts';
import { startService, type Service } from '../support/server/service.ts';
import {
  fileAttempt,
  requestAttempt,
  tryTogether,
  type Attempt,
  type Scene,
  type AttemptResult,
} from './attempt.ts';
import { FixtureFolder, rootToken } from './fixtures.ts';
import { LatencyProbe } from './latency-probe.ts';
import type { Fixtures, FileCase, HostileCase } from './case.ts';
import { cases } from './cases/index.ts';
import { AttemptScheduler } from './attempt-scheduler.ts';
import { sandboxEnvironment, kernelSecrets } from './locations.ts';
import { targetsByTools } from './routes.ts';
import { inWords, score } from './score.ts';
import { Listeners } from './tripwires/listeners.ts';
import { processesOf } from './tripwires/leftovers.ts';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: {
    /**
     * Runs only a part of the cases. `k/n` selects every n-th case, starting with the k-th. A run with `share` skips
     * long cases, and converts each file to only one target.
     */
    share: { type: 'string', default: '' },
    /** Comma-separated prefixes of case names. Runs only the cases whose names start with one of the given prefixes. */
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    /**
     * The number of cases to skip at the start. A run that stops early prints the value of `from` with which the next
     * run can continue.
     */
    from: { type: 'string', default: '0' },
    /** The server's setting SANDBOX, which determines how strictly engines are isolated. */
    level: { type: 'string', default: 'required' },
    /** Whether to use a server that runs engines without the sandbox. */
    unboxed: { type: 'boolean', default: false },
    /** Stops after this many seconds and prints the results so far. */
    seconds: { type: 'string', default: '4500' },
    verbose: { type: 'boolean', default: false },
  },
});

// On a signal, the run finishes the current attempt and cleans up.
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (stopping = true));

const temp = await mkdtemp(path.join(tmpdir(), 'protean-hostile-'));
const status = await hostileRun(temp).finally(() => rm(temp, { recursive: true, force: true }));
process.exit(status);

async function hostileRun(dir: string): Promise<number> {
  const secret = 'secret-in-the-servers-environment';
  const data = path.join(dir, 'data');
  const fixtureFolder = await FixtureFolder.open(dir, data);
  // Lets other users open files in the folder by name, because engines may run as other users. With the mode 711, only
  // the owner of the folder can list its files.
  await chmod(data, 0o711);
  if (!(await fixtureFolder.seesReads())) throw new Error('this file system does not record access times');
  const listeners = await Listeners.open();
  const prepared = await prepare(
    chosen().filter(({ location }) => !location || fixtureFolder.has(location)),
    fixtureFolder,
    path.join(dir, 'file'),
  );
  const service = await startService(
    { HOSTILE_SECRET: secret, TMPDIR: dir, DATA_DIR: data, SANDBOX: values.level },
    server(),
  );
  try {
    const idle = await settled(service);
    const latencyProbe = new LatencyProbe(service.url);
    const key = await readFile(path.join(data, 'secret.key'), 'utf8');
    const secrets = [secret, key.trim(), data, rootToken, ...kernelSecrets(), ...sandboxEnvironment];
    const tried = await tryAll(prepared, { service, fixtureFolder, listeners, latencyProbe, secrets, idle });
    const { lines, passed, tripped } = score(tried);
    const customer = await latencyProbe.end();
    console.log([...lines, ...customer.lines].join('\n'));
    const alive = service.process.exitCode === null;
    if (!alive) console.log(`the server has exited:\n${service.log.slice(-20).join('\n')}`);
    const asExpected = values.unboxed ? tripped : passed && (values.share !== '' || customer.passed);
    return alive && asExpected ? 0 : 1;
  } finally {
    listeners.close();
    fixtureFolder.close();
    await service.close();
  }
}

function server(): string[] {
  return values.unboxed ? [process.execPath, fileURLToPath(new URL('unboxed.ts', import.meta.url))] : [];
}

function chosen(): readonly HostileCase[] {
  const starts = values.only.split(',').filter(Boolean);
  const [k, n] = shareOf(values.share);
  return cases
    .filter(({ name }) => starts.length === 0 || starts.some((start) => name.startsWith(start)))
    .filter(({ kind }) => values.kind === '' || kind === values.kind)
    .filter(({ long }) => !(values.share && long))
    .filter((_, nth) => nth % n === k % n)
    .slice(Number(values.from));
}

interface Prepared {
  row: HostileCase;
  fixtures: Fixtures;
  /** The path of the case's file, or an empty string if the case has no file. */
  file: string;
}

/** Makes all files before the first request, because making a file can take longer than the request itself. */
async function prepare(
  rows: readonly HostileCase[],
  fixtureFolder: FixtureFolder,
  stem: string,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const [n, row] of rows.entries()) {
    const fixtures = await fixtureFolder.lay(row.name, row.location);
    const file = `${stem}-${n}`;
    if ('make' in row) await writeFile(file, await row.make(fixtures));
    prepared.push({ row, fixtures, file });
  }
  return prepared;
}

async function tryAll(prepared: readonly Prepared[], scene: Scene): Promise<AttemptResult[]> {
  const deadline = performance.now() + Number(values.seconds) * 1000;
  const tried: AttemptResult[] = [];
  const scheduler = new AttemptScheduler(async (attempts) => {
    const some = await tryTogether(attempts, scene);
    tried.push(...some);
    if (values.verbose) for (const one of some) console.log(inWords(one));
  });
  for (const [n, one] of prepared.entries()) {
    if (stopping || performance.now() > deadline) {
      console.log(
        `stopped after ${n} of ${prepared.length} cases; --from ${Number(values.from) + n} goes on`,
      );
      break;
    }
    for (const attempt of await attemptsOf(one, scene.service)) {
      if (stopping) break;
      await scheduler.add(attempt);
    }
  }
  await scheduler.flush();
  return tried;
}

async function attemptsOf({ row, fixtures, file }: Prepared, service: Service): Promise<Attempt[]> {
  if ('send' in row) return [requestAttempt(row, fixtures, service)];
  const content = await readFile(file);
  return targetsOf(row).map((to) => fileAttempt(row, to, content, fixtures, service));
}

function targetsOf({ ext, kind, to }: FileCase): readonly string[] {
  const [k, n] = shareOf(values.share);
  if (values.share) return [to[Math.floor(k / n) % to.length] ?? ''];
  return kind === 'resource' ? targetsByTools(ext, to) : to;
}

function shareOf(share: string): [k: number, n: number] {
  const [k = 0, n = 1] = share ? share.split('/').map(Number) : [];
  return [k, n];
}

/**
 * Waits until the number of the server's processes has not changed for 3 s, but at most 60 s. Returns the number of
 * processes.
 */
async function settled(service: Service): Promise<number> {
  let count = await processesOf(service);
  for (let quiet = 0, tries = 0; quiet < 6 && tries < 120; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = await processesOf(service);
    quiet = now === count ? quiet + 1 : 0;
    count = now;
  }
  return count;
}
