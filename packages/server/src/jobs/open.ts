/** The parts of this room put together: what takes jobs, what carries them out, and what removes them in the end. */
import { interval } from '../kit/interval.ts';
import { Changes } from './changes.ts';
import { Completion, type CompletionServices } from './completion.ts';
import { queueStatistics, type QueueStatistics } from './statistics.ts';
import { Jobs } from './jobs.ts';
import { Lookup } from './lookup.ts';
import { OrphanedObjects } from './orphaned-objects.ts';
import { Submit, type SubmitServices } from './submit.ts';
import { sweepJobs } from './sweep.ts';
import { Worker, type WorkerServices } from './worker.ts';

/** How often what is over is removed. */
const sweepEveryMs = 10_000;

/** What is made here, and passed to nobody else. */
type Made = 'orphanedObjects' | 'completion' | 'changes';

export interface JobModuleServices
  extends Omit<CompletionServices, Made>, Omit<SubmitServices, Made>, Omit<WorkerServices, Made> {
  /** Whether this process carries out jobs, or only takes them. */
  runsWorker: boolean;
}

export interface JobModule {
  jobs: Jobs;
  completion: Completion;
  statistics: () => Promise<QueueStatistics>;
  /** Begins to carry out jobs and to sweep: to be called when links to results can be made. */
  start(): void;
  /** Takes up no more jobs; those that still run after `graceMs` go back into the line. */
  stop(graceMs: number): Promise<void>;
}

export function openJobs(given: JobModuleServices): JobModule {
  const { database, clock, log } = given;
  const changes = new Changes();
  const orphanedObjects = new OrphanedObjects(given);
  const completion = new Completion({ ...given, orphanedObjects: orphanedObjects, changes });
  const parts = { ...given, orphanedObjects: orphanedObjects, completion: completion, changes };
  const lookup = new Lookup(parts);
  const jobs = new Jobs({ ...parts, lookup, submit: new Submit(parts) });
  const worker = given.runsWorker ? new Worker(parts) : undefined;
  const sweep = async () => {
    await sweepJobs(parts);
    await orphanedObjects.sweep();
  };
  let stopSweeping = () => {};
  return {
    ...{ jobs, completion: completion },
    statistics: () => queueStatistics(database, clock),
    start: () => {
      const onError = (error: unknown) => log.error(error, 'sweeping jobs failed');
      stopSweeping = interval(sweepEveryMs, sweep, onError);
      sweep().catch(onError);
      worker?.start();
    },
    stop: async (graceMs) => {
      stopSweeping();
      await worker?.stop(graceMs);
    },
  };
}
