/**
 * Kills servers at every failpoint (a named point in the code), and checks that no job is lost, charged twice or
 * reported wrongly. `test/chaos/run` starts this script.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../support/arguments.ts';
import { Encryption } from '../../packages/server/src/kit/encryption.ts';
import { systemRandom } from '../../packages/server/src/kit/secrets.ts';
import { databaseKinds, openDatabases, type DatabaseKind } from '../support/storage/databases.ts';
import { startReceiver, type WebhookReceiver } from '../support/jobs/webhook-receiver.ts';
import { installStatusAudit } from './status-audit.ts';
import { settled, submitJobs } from './campaign.ts';
import { SeededRandom } from './seeded-random.ts';
import { findLeftovers } from './leftovers.ts';
import { ProcessGroup, type ProcessRole } from './process-group.ts';
import { newCustomer } from './customers.ts';
import { describeFaults, faultPlans, killsAtAnyTime, pausePlan } from './fault-plan.ts';
import { webhookFaults } from './webhook-faults.ts';
import {
  wrongCharges,
  repeatedCompletions,
  missingJobs,
  wrongOutcomes,
  type RunScene,
} from './invariants.ts';
import { openRegistry, type Registry } from '../support/storage/registry.ts';

/** The SECRET_KEY that all servers share. */
const secretKey = 'a secret key of all the servers here';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: {
    jobs: { type: 'string', default: '300' },
    /** By default, one run on each database. */
    database: { type: 'string', default: databaseKinds.join() },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const jobs = Number(values.jobs);
const seed = Number(values.seed);

/**
 * Delays before the 10 attempts of a webhook, in seconds. Some attempts fail, because the receiver fails once and
 * several processes crash during attempts. With 10 attempts, at least one attempt succeeds.
 */
const schedule = '0,1,1,1,1,1,1,1,1,1';
/**
 * Number of processes that are paused until their lease (their claim on jobs) has expired. A short run pauses no
 * process, because a lease expires only after 15 s.
 */
const pausedProcesses = jobs >= 100 ? 2 : 0;
/** Maximum number of printed violations. */
const maxShown = 30;

let passed = true;
for (const kind of databaseKinds.filter((one) => values.database.split(',').includes(one))) {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-chaos-'));
  const violations = await chaos(kind, dir).finally(() => rm(dir, { recursive: true, force: true }));
  passed &&= violations.length === 0;
  const shown = violations.slice(0, maxShown).map((one) => `  ${one}`);
  if (violations.length > maxShown) shown.push(`  and ${violations.length - maxShown} more`);
  console.log(shown.join('\n') || '  no violations');
}
process.exit(passed ? 0 : 1);

/** Resolves with the violations of one run. */
async function chaos(kind: DatabaseKind, dir: string): Promise<string[]> {
  const began = performance.now();
  console.log(`${kind}: ${jobs} jobs, --seed ${seed}`);
  const databases = await openDatabases(kind);
  using receiver = await unreliableReceiver(new SeededRandom(seed, 'receiver'));
  const env = await settingsIn(dir, await databases.fresh());
  const registry = await openRegistry(env);
  await installStatusAudit(registry.database);
  const group = new ProcessGroup(processRoles(), env, (pid) => isLeaseExpired(registry.database, pid));
  try {
    const names = ['ada', 'bob', 'cleo'];
    const customers = [
      await newCustomer(registry, group, 'zoe'),
      ...(await Promise.all(names.map((name) => newCustomer(registry, group, name)))),
    ] as const;
    const random = new SeededRandom(seed, 'jobs');
    const submitted = await submitJobs(jobs, { group, registry, receiver, customers, random });
    await settled(registry);
    await group.ready();
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${kind}: ${submitted.length} jobs, ${describeFaults(group.appliedFaults)}, ${receiver.received.length} posts, ${seconds} s`,
    );
    const scene = { group, database: registry.database, customers, jobs: submitted };
    const violations = await violationsOf(scene, receiver);
    // Looks for leftovers only if there are no violations, because the search for leftovers first deletes all jobs, and
    // a lost job cannot be deleted.
    if (violations.length === 0) violations.push(...(await findLeftovers(scene, dir, env)));
    return [...violations, ...group.loggedErrors];
  } finally {
    await group.stop();
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
    // The run starts hundreds of processes. The processes share a cache of compiled code, so only the first process has
    // to compile the code.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.setup/compiled', import.meta.url)),
  };
}

/**
 * Returns the roles and planned faults of the processes. Some processes only accept jobs, some processes only run jobs,
 * and some processes do both.
 */
function processRoles(): ProcessRole[] {
  const plans = faultPlans(jobs / 6, new SeededRandom(seed, 'faults'));
  const pauses = new SeededRandom(seed, 'pauses');
  const workers = ['worker', 'worker', 'api,worker'];
  return [
    ...workers.map((roles, at) => ({
      roles,
      faults: [
        ...plans.filter((_, n) => n % workers.length === at),
        ...(at < pausedProcesses ? [pausePlan(pauses)] : []),
      ],
    })),
    { roles: 'api', faults: killsAtAnyTime(Math.ceil(jobs / 30), new SeededRandom(seed, 'api')) },
  ];
}

/**
 * Starts a webhook receiver that fails the first attempt of one in five webhooks. The receiver fails an attempt with
 * the status 500 or by closing the connection.
 */
function unreliableReceiver(random: SeededRandom): Promise<WebhookReceiver> {
  return startReceiver((_, response, nth) => {
    if (nth > 1 || random.chance(4 / 5)) response.writeHead(204).end();
    else if (random.chance(1 / 2)) response.writeHead(500).end();
    else response.destroy();
  });
}

async function violationsOf(
  scene: RunScene & { group: ProcessGroup },
  { received }: WebhookReceiver,
): Promise<string[]> {
  const { group, database, jobs: submitted } = scene;
  return [
    ...(group.pendingFaults > 0 ? [`${group.pendingFaults} planned faults did not happen`] : []),
    ...(await missingJobs(scene)),
    ...(await repeatedCompletions(scene)),
    ...(await wrongOutcomes(scene)),
    ...(await wrongCharges(scene)),
    ...(await webhookFaults(database, submitted, received, new Encryption(secretKey, systemRandom))),
  ];
}

/** Returns whether the lease of a process no longer exists. The service deletes expired leases. */
async function isLeaseExpired({ query }: Registry['database'], pid: number): Promise<boolean> {
  const leases = query.selectFrom('leases').select('id').where('process', 'like', `${pid}-%`);
  return (await leases.execute()).length === 0;
}
