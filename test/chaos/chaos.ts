/** Kills servers at every point of their work and sees that no job is lost, charged or told of wrongly; see `run`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../support/arguments.ts';
import { openRegistry, type Registry } from '../../packages/server/src/accounts/registry.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { systemClock } from '../../packages/server/src/kit/clock.ts';
import { Encryption } from '../../packages/server/src/kit/encryption.ts';
import { systemRandom } from '../../packages/server/src/kit/secrets.ts';
import { openLog } from '../../packages/server/src/log.ts';
import { databaseKinds, openDatabases, type DatabaseKind } from '../support/databases.ts';
import { startReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { witness } from './audit.ts';
import { send, settled } from './campaign.ts';
import { Chance } from './chance.ts';
import { cleared } from './cleared.ts';
import { ProcessGroup, type ProcessRole } from './process-group.ts';
import { newCustomer } from './customers.ts';
import { deathsAtAnyTime, faultPlans, describeFaults, standstill } from './fault-plan.ts';
import { unheard } from './heard.ts';
import { charges, endedTwice, lost, outcomes, type RunScene } from './verdict.ts';

/** What the servers seal with. */
const secretKey = 'a secret key of all the servers here';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: {
    jobs: { type: 'string', default: '300' },
    /** Without it, one run on each. */
    database: { type: 'string', default: databaseKinds.join() },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const jobs = Number(values.jobs);
const seed = Number(values.seed);

/** Attempts enough for a receiver that is rude once, however often they are cut off. */
const schedule = '0,1,1,1,1,1,1,1,1,1';
/** Processes that stand still for a while. It takes others 15 seconds to give one up: there is no time for that in a short run. */
const standing = jobs >= 100 ? 2 : 0;
/** Of what does not hold. */
const maxShown = 30;

let passed = true;
for (const kind of databaseKinds.filter((one) => values.database.split(',').includes(one))) {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-chaos-'));
  const wrong = await chaos(kind, dir).finally(() => rm(dir, { recursive: true, force: true }));
  passed &&= wrong.length === 0;
  const shown = wrong.slice(0, maxShown).map((one) => `  ${one}`);
  if (wrong.length > maxShown) shown.push(`  and ${wrong.length - maxShown} more`);
  console.log(shown.join('\n') || '  nothing lost, nothing twice, nothing left');
}
process.exit(passed ? 0 : 1);

/** What does not hold. */
async function chaos(kind: DatabaseKind, dir: string): Promise<string[]> {
  const began = performance.now();
  console.log(`${kind}: ${jobs} jobs, --seed ${seed}`);
  const databases = await openDatabases(kind);
  using receiver = await rudeReceiver(new Chance(seed, 'receiver'));
  const env = await settingsIn(dir, await databases.fresh());
  const registry = await openRegistry(loadConfig(env), openLog('silent', new PassThrough()), systemClock);
  await witness(registry.database);
  const group = new ProcessGroup(posts(), env, (pid) => isForgotten(registry.database, pid));
  try {
    const names = ['ada', 'bob', 'cleo'];
    const customers = [
      await newCustomer(registry, group, 'zoe'),
      ...(await Promise.all(names.map((name) => newCustomer(registry, group, name)))),
    ] as const;
    const parts = { group, registry, receiver, customers: [...customers] as const };
    const sent = await send(jobs, { ...parts, chance: new Chance(seed, 'jobs') });
    await settled(registry);
    await group.complete();
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${kind}: ${sent.length} jobs, ${describeFaults(group.deaths)}, ${receiver.received.length} posts, ${seconds} s`,
    );
    const scene = { group, database: registry.database, customers, sent };
    const wrong = await judged(scene, receiver);
    // What is lost cannot be deleted.
    if (wrong.length === 0) wrong.push(...(await cleared(scene, dir, env)));
    return [...wrong, ...group.complaints];
  } finally {
    await group.end();
    await registry.close();
    await databases.close();
  }
}

async function settingsIn(dir: string, database: Record<string, string>): Promise<Record<string, string>> {
  const temp = path.join(dir, 'temp');
  await mkdir(temp);
  return {
    ...database,
    ...{ DATA_DIR: path.join(dir, 'data'), TMPDIR: temp, PORT: '0', BASE_URL: 'http://chaos.test' },
    SECRET_KEY: secretKey,
    ...{ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: schedule },
    ...{ JOBS_AT_ONCE: '2', CONVERSIONS_AT_ONCE: '2', WARM: 'off' },
    // Hundreds of processes compile the same files.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.setup/compiled', import.meta.url)),
  };
}

/** Who only takes jobs, who only carries them out, and who does both. */
function posts(): ProcessRole[] {
  const deck = faultPlans(jobs / 6, new Chance(seed, 'deaths'));
  const last = new Chance(seed, 'standstill');
  const workers = ['worker', 'worker', 'api,worker'];
  return [
    ...workers.map((roles, at) => ({
      roles,
      faults: [
        ...deck.filter((_, n) => n % workers.length === at),
        ...(at < standing ? [standstill(last)] : []),
      ],
    })),
    { roles: 'api', faults: deathsAtAnyTime(Math.ceil(jobs / 30), new Chance(seed, 'api')) },
  ];
}

/** One in five fails at first, or hangs up. */
function rudeReceiver(chance: Chance): Promise<Receiver> {
  return startReceiver((_, response, nth) => {
    if (nth > 1 || chance.falls(4 / 5)) response.writeHead(204).end();
    else if (chance.falls(1 / 2)) response.writeHead(500).end();
    else response.destroy();
  });
}

async function judged(scene: RunScene, { received }: Receiver): Promise<string[]> {
  const { group, database, sent } = scene;
  return [
    ...(group.doomed > 0 ? [`${group.doomed} deaths did not come about`] : []),
    ...(await lost(scene)),
    ...(await endedTwice(scene)),
    ...(await outcomes(scene)),
    ...(await charges(scene)),
    ...(await unheard(database, sent, received, new Encryption(secretKey, systemRandom))),
  ];
}

/** Whether the others take a process for dead. */
async function isForgotten({ query }: Registry['database'], pid: number): Promise<boolean> {
  const mine = query.selectFrom('leases').select('id').where('process', 'like', `${pid}-%`);
  return (await mine.execute()).length === 0;
}
