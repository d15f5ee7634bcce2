/**
 * Adapts Protean's queue to the benchmark. Jobs are submitted, claimed and completed with the server's code, but
 * uploads and results are discarded, and every job has the same route. If `alone` is set, jobs have no quota, charges,
 * upload or webhook, because pg-boss and graphile-worker do not have these features.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Account } from '../../../packages/server/src/accounts/accounts.ts';
import { GuardedFetch } from '../../../packages/server/src/egress/outbound.ts';
import { Changes } from '../../../packages/server/src/jobs/changes.ts';
import { Completion } from '../../../packages/server/src/jobs/completion.ts';
import { Claims } from '../../../packages/server/src/jobs/claims.ts';
import { noFiles, type JobRecord } from '../../../packages/server/src/jobs/queue.ts';
import { Submit } from '../../../packages/server/src/jobs/submit.ts';
import { systemClock as clock } from '../../../packages/server/src/kit/clock.ts';
import { Encryption } from '../../../packages/server/src/kit/encryption.ts';
import { noFailpoints } from '../../../packages/server/src/kit/failpoints.ts';
import { randomId as newId } from '../../../packages/server/src/kit/ids.ts';
import { systemRandom as random } from '../../../packages/server/src/kit/secrets.ts';
import { Lease } from '../../../packages/server/src/leases/lease.ts';
import { Quota, type Reservation } from '../../../packages/server/src/limits/quota.ts';
import { Links } from '../../../packages/server/src/storage/links.ts';
import { OrphanedObjects } from '../../../packages/server/src/storage/orphaned-objects.ts';
import { noTracing as tracing } from '../../../packages/server/src/tracing/tracing.ts';
import { jobPlanner } from '../../../packages/server/src/workers/job-planner.ts';
import { WorkerCatalogue } from '../../../packages/server/src/workers/worker-catalogue.ts';
import { WebhookOutbox } from '../../../packages/server/src/webhooks/outbox.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { byHand } from './by-hand.ts';
import { copyJobs, expectedMs } from './copied-jobs.ts';
import { accountCount, inParallel, type QueueUnderTest } from './queue-under-test.ts';

const webhookUrl = 'https://198.51.100.1/done';
/**
 * Number of jobs that are submitted one by one. If more jobs are needed, they are copies of submitted jobs. The short
 * measurements of rates and fairness need no copies.
 */
const submittedFirst = 6_000;
const day = 86_400_000;

/** A quota without reservations and charges. */
const noQuota = {
  reserve: (): Promise<Reservation> => Promise.resolve({ id: newId() } as Reservation),
  commit: () => Promise.resolve(),
  fail: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

/** Opens the queue in the database at `url`. `dir` is an empty folder. */
export async function openProtean(
  url: string,
  name: string,
  { dir, alone = false }: { dir: string; alone?: boolean },
): Promise<QueueUnderTest> {
  const env = { DATA_DIR: dir, DATABASE_URL: url };
  const registry = await openRegistry(env);
  const { database, accounts } = registry;
  const lease = await Lease.open({ database, clock, newId });
  lease.keepAlive((error) => console.error(error));
  const encryption = new Encryption('a secret of the bench', random);
  const store = { newName: newId, put: () => Promise.resolve(), remove: () => Promise.resolve() };
  const shared = {
    ...{ database, clock, newId, encryption, tracing, lease },
    quota: alone ? noQuota : new Quota({ database, lease, clock, newId }),
    orphanedObjects: new OrphanedObjects({ database, store, lease }),
    changes: new Changes(),
    jobRetentionMs: 7 * day,
  };
  const file = path.join(dir, 'a.json');
  await writeFile(file, '{"a":1}');
  const request = { fileName: 'a.json', target: 'yaml', source: undefined, options: {} };
  const disabled = new Set<string>();
  const directory = { catalogue: new WorkerCatalogue(disabled), size: 0 };
  const planner = jobPlanner(directory, { expectedMs: () => expectedMs }, disabled);
  // Plans the route only once, because inspecting the file is not part of the queue.
  const plan = await planner.plan(request, file);
  const capabilities = plan.steps.map(({ engine }) => engine);
  const submit = new Submit({
    ...shared,
    store,
    planner: { ...planner, plan: () => Promise.resolve(plan), planAhead: () => plan.route },
    outbound: new GuardedFetch({ allowPrivate: ['198.51.100.0/24'], baseUrl: undefined }),
    secrets: { signingKey: () => Promise.resolve('a key') },
  });
  const completion = new Completion({
    ...{ ...shared, accounts, failpoints: noFailpoints },
    links: new Links({ key: { value: 'a key' }, baseUrl: () => 'https://bench.example', clock }),
    outbox: new WebhookOutbox({ ...shared, schedule: [0], wake: () => {} }),
  });

  const customers: Account[] = [];
  for (let n = 0; n < accountCount; n += 1) {
    const { account } = await accounts.create(`bench${n}@example.com`, 'growth');
    await accounts.setPlan(account.id, 'growth', { monthly_conversions: 100_000_000 });
    customers.push({ ...account, plan: { ...account.plan, monthlyConversions: 100_000_000 } });
  }
  const numbers = new Map(customers.map(({ id }, n) => [id, n]));

  const enqueue = async (nth: number) => {
    const account = customers[nth] ?? customers[0];
    if (!account) throw new Error('there is no account');
    const rest = alone ? {} : { file, webhookUrl };
    await submit.submit({ account, ...request, ...rest }, () => Promise.resolve());
  };
  const claims = new Claims({ database, clock, capabilities });
  const result = {
    ...{ file, fileName: 'a.yaml', mime: 'application/yaml', size: 5, ms: 10, warnings: [] },
    route: { source: 'json', target: 'yaml', loses: [] },
  };

  return {
    name,
    async fill({ queued, finished = 0, elsewhere = 0, accountOf }) {
      let made = 0;
      const first = Math.min(queued, submittedFirst);
      await inParallel(8, async () => {
        if (made >= first) return false;
        made += 1;
        await enqueue(accountOf(made - 1));
        return true;
      });
      const ids = customers.map(({ id }) => id);
      await copyJobs(database, ids, { first, queued, finished, accountOf });
      await sql`
        update jobs set needs = '["libreoffice"]'
        where id in (select id from jobs where status = 'queued' order by start_tag, created_at limit ${elsewhere})`.execute(
        database.query,
      );
      await sql`vacuum analyze`.execute(database.query);
    },
    enqueue,
    ...byHand<JobRecord>({
      claim: async (most) => claims.next(await lease.ensure(), most),
      finish: async (job) => {
        const object = store.newName();
        await shared.orphanedObjects.hold(object);
        await completion.complete(job, result, { object, files: noFiles });
      },
      accountOf: ({ account_id: id }) => numbers.get(id) ?? NaN,
    }),
    async close() {
      await lease.close();
      await registry.close();
    },
  };
}
