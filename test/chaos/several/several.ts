/**
 * Makes the parts of a service on several machines fail one after the other, while the service converts files. Checks
 * that no job is lost or charged twice and that no file is left behind. `test/chaos/several/run` starts this script.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Encryption } from '../../../packages/server/src/kit/encryption.ts';
import { systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { readArguments } from '../../support/arguments.ts';
import { closing } from '../../support/fixtures.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';
import { settled, submitJobs } from '../campaign.ts';
import { newCustomer } from '../customers.ts';
import { missingJobs, repeatedCompletions, wrongCharges, wrongOutcomes } from '../invariants.ts';
import { SeededRandom } from '../seeded-random.ts';
import { installStatusAudit } from '../status-audit.ts';
import { webhookFaults } from '../webhook-faults.ts';
import { secretKey, startCluster, type Cluster } from './cluster.ts';
import { findLeftovers } from './leftovers.ts';
import { outages, type Outage } from './outages.ts';
import { Recovery } from './recovery.ts';
import { Traffic } from './traffic.ts';

const { values } = readArguments(new URL('./run', import.meta.url), {
  options: {
    jobs: { type: 'string', default: '60' },
    /** Runs only the outages with this text in their descriptions. */
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
/** Delay before each outage, in milliseconds. */
const quietMs = 1_000;
/**
 * Maximum time in milliseconds from the end of an outage until everything works, in addition to the time that the
 * checks took before the outage. On a slow machine, the checks alone take long.
 */
const recoveryMs = 10_000;

const violations = await chaos();
console.log(violations.map((one) => `  ${one}`).join('\n') || '  no violations');
process.exit(violations.length === 0 ? 0 : 1);

async function chaos(): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  console.log(`--seed ${seed}`);
  const cluster = await startCluster(stack, {
    ...{ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: '0,1,1,1,1,1,1,1,1,1' },
    // The load is below the capacity of 2 cores, so that the measured times depend only on the outages.
    ...{ JOBS_AT_ONCE: '1', CONVERSIONS_AT_ONCE: '1', WARM: 'off' },
  });
  const receiver = stack.use(await startReceiver());
  const registry = closing(stack, await openRegistry(cluster.env));
  const { database } = registry;
  await installStatusAudit(database);

  const members = [...cluster.apis, ...cluster.workers];
  // Prints internal errors even if a failed request ends the run early.
  stack.defer(() => {
    for (const { name, internalErrors } of members)
      for (const line of internalErrors) console.log(`  ${name}: ${line}`);
  });

  const [ada, bob, prober] = [
    await newCustomer(registry, cluster, 'ada'),
    await newCustomer(registry, cluster, 'bob'),
    await newCustomer(registry, cluster, 'prober'),
  ];
  const recovery = new Recovery(cluster, prober);
  const traffic = await Traffic.start(cluster, registry, new SeededRandom(seed, 'calls'));
  let running = true;
  const group = {
    address: () => cluster.address(),
    get pendingFaults() {
      return Number(running);
    },
  };
  const random = new SeededRandom(seed, 'jobs');
  const customers = [ada, bob] as const;
  const submitting = submitJobs(Number(values.jobs), { group, registry, receiver, customers, random });
  // Avoids an unhandled rejection. If submitting fails, `await submitting` below reports the failure after all outages.
  submitting.catch(() => {});
  const found: string[] = [];
  const chosen = outages.filter(({ what }) => what.includes(values.only));
  for (const outage of new SeededRandom(seed, 'outages').shuffled(chosen))
    found.push(...(await suffer(outage, { cluster, recovery, traffic })));
  running = false;
  const jobs = [...(await submitting), ...recovery.jobs];
  found.push(...(await traffic.end()));
  await settled(registry);

  const scene = { group: cluster, database, customers: [...customers, prober], jobs };
  const encryption = new Encryption(secretKey, systemRandom);
  found.push(
    ...(await missingJobs(scene)),
    ...(await repeatedCompletions(scene)),
    ...(await wrongOutcomes(scene)),
    ...(await wrongCharges({ ...scene, customers })),
    ...(await recovery.wrongCharges()),
    ...(await traffic.wrongCharges()),
    ...(await webhookFaults(database, jobs, receiver.received, encryption, { allArrive: false })),
    ...(await findLeftovers({ ...scene, cluster })),
    ...members.flatMap(({ unexpectedEnds }) => unexpectedEnds),
    ...members
      .filter(({ internalErrors }) => internalErrors.length > 0)
      .map(({ name, internalErrors }) => `${name} had ${internalErrors.length} internal errors`),
  );
  console.log(
    `${jobs.length} jobs, ${traffic.records.length} conversions, ${receiver.received.length} posts`,
  );
  return found;
}

/** Causes the outage, waits until everything works again, and resolves with the violations. */
async function suffer(
  outage: Outage,
  { cluster, recovery, traffic }: { cluster: Cluster; recovery: Recovery; traffic: Traffic },
): Promise<string[]> {
  const undisturbedMs = await recovery.wait();
  await pause(quietMs);
  const began = performance.now();
  await outage.begin(cluster);
  await pause(outage.seconds * 1_000);
  await outage.end(cluster);
  const back = performance.now();
  const tookMs = await recovery.wait();
  const { calls, repeated, attempts, before, longestMs } = traffic.since(began);
  console.log(
    `${outage.what}: ${seconds(back - began)} s, recovered after ${seconds(tookMs)} s ` +
      `(the probes took ${seconds(undisturbedMs)} s before); ${calls} conversions, ` +
      `${repeated} repeated, at most ${Math.max(0, attempts - 1)} times, the slowest answer ${seconds(longestMs)} s`,
  );
  return [
    ...(tookMs > undisturbedMs + recoveryMs ? [`${outage.what}: recovered after ${seconds(tookMs)} s`] : []),
    ...(outage.isHidden && attempts > 2
      ? [`${outage.what}: a request was answered ${before.join(', ')}`]
      : []),
  ];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
