/** Assembles the job services: submission, execution and removal. */
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Config } from '../config.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { Workspace } from '../convert/run/workspace.ts';
import type { Database } from '../db/database.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { NewId } from '../kit/ids.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Lease } from '../leases/lease.ts';
import type { Quota } from '../limits/quota.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Links } from '../storage/links.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { Announcer } from './announcer.ts';
import { Changes } from './changes.ts';
import { Completion } from './completion.ts';
import { JobDeletion } from './deletion.ts';
import { Jobs } from './jobs.ts';
import { Lookup } from './lookup.ts';
import { JobExecutor } from './job-executor.ts';
import { queueStatistics, type QueueStatistics } from './statistics.ts';
import { Submit } from './submit.ts';
import { sweepJobs } from './sweep.ts';
import { JobRunner } from './job-runner.ts';

/** Interval for removing expired jobs and orphaned objects, in milliseconds. */
const sweepEveryMs = 10_000;

export interface JobModuleServices {
  database: Database;
  broadcast: Broadcast;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  encryption: Encryption;
  log: Logger;
  accounts: Accounts;
  quota: Quota;
  store: ObjectStore;
  orphanedObjects: OrphanedObjects;
  links: Links;
  outbound: GuardedFetch;
  converter: AnyConverter;
  /** Plans submitted jobs. */
  planner: Pick<AnyConverter, 'plan' | 'planAhead' | 'expectedMs'>;
  workspace: Workspace;
  webhooks: Webhooks;
  tracing: Tracing;
  failpoints: Failpoints;
  /** Capabilities of this machine that jobs may need. */
  capabilities: readonly string[];
  settings: JobSettings;
}

export interface JobSettings {
  /** Timeout in milliseconds. The timeout applies once to fetching a job's file and once to converting the file. */
  jobMs: number;
  jobFileBytes: number;
  jobRetentionMs: number;
  jobsAtOnce: number;
  /** Roles of this process. A process without the role `worker` only accepts jobs. */
  roles: Config['roles'];
}

export interface JobModule {
  jobs: Jobs;
  completion: Completion;
  /** Deletes the jobs of an account. */
  deletion: JobDeletion;
  statistics: () => Promise<QueueStatistics>;
  /** Begins to run jobs and to remove expired jobs. Call `start` only after links to results can be created. */
  start(): void;
  /** Stops claiming jobs. Jobs that still run after `graceMs` are requeued. */
  stop(graceMs: number): Promise<void>;
}

export function openJobs(services: JobModuleServices): JobModule {
  const { database, broadcast, lease, clock, newId, encryption, log, accounts, quota, store, links } =
    services;
  const {
    orphanedObjects,
    outbound,
    converter,
    planner,
    workspace,
    webhooks,
    tracing,
    failpoints,
    capabilities,
    settings,
  } = services;
  const { secrets, outbox } = webhooks;
  const { jobMs, jobFileBytes, jobRetentionMs, jobsAtOnce, roles } = settings;
  const announcer = new Announcer({ broadcast, processId: newId() });
  const changes = new Changes((change) => announcer.announce(change));
  announcer.onChange((change) => changes.hear(change));
  const lookup = new Lookup({ database, clock });
  const completion = new Completion({
    database,
    clock,
    encryption,
    accounts,
    quota,
    links,
    orphanedObjects,
    outbox,
    changes,
    failpoints,
    jobRetentionMs,
  });
  const submit = new Submit({
    database,
    clock,
    newId,
    encryption,
    store,
    planner,
    quota,
    outbound,
    secrets,
    orphanedObjects,
    changes,
    tracing,
    jobRetentionMs,
  });
  const jobs = new Jobs({
    database,
    clock,
    links,
    encryption,
    changes,
    lookup,
    completion,
    orphanedObjects,
    submit,
  });
  const executor = new JobExecutor({
    database,
    workspace,
    converter,
    store,
    encryption,
    outbound,
    orphanedObjects,
    completion,
    failpoints,
    jobMs,
    jobFileBytes,
  });
  const runner = new JobRunner({
    database,
    lease,
    clock,
    log,
    executor,
    completion,
    changes,
    tracing,
    jobsAtOnce,
    capabilities,
  });
  const sweep = async () => {
    await sweepJobs({ database, clock, orphanedObjects });
    await orphanedObjects.sweep();
  };
  let stopSweeping = () => {};
  return {
    jobs,
    completion,
    deletion: new JobDeletion({ database, quota, orphanedObjects, changes }),
    statistics: () => queueStatistics(database, clock),
    start: () => {
      const onError = (error: unknown) => log.error(error, 'sweeping jobs failed');
      stopSweeping = interval(sweepEveryMs, sweep, onError);
      sweep().catch(onError);
      if (roles.includes('worker')) runner.start();
    },
    stop: async (graceMs) => {
      stopSweeping();
      await runner.stop(graceMs);
    },
  };
}
