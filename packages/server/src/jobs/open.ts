/** The parts of this room put together: what takes jobs, what carries them out, and what removes them in the end. */
import { every } from '../kit/every.ts';
import { Changes } from './changes.ts';
import { Ends, type EndsParts } from './ends.ts';
import { figuresOf, type Figures } from './figures.ts';
import { Jobs } from './jobs.ts';
import { Lookup } from './lookup.ts';
import { Strays } from './strays.ts';
import { Submit, type SubmitParts } from './submit.ts';
import { sweepJobs } from './sweep.ts';
import { Worker, type WorkerParts } from './worker.ts';

/** How often what is over is removed. */
const sweepEveryMs = 10_000;

/** What is made here, and passed to nobody else. */
type Made = 'strays' | 'ends' | 'changes';

export interface RoomParts extends Omit<EndsParts, Made>, Omit<SubmitParts, Made>, Omit<WorkerParts, Made> {
  /** Whether this process carries out jobs, or only takes them. */
  works: boolean;
}

export interface JobRoom {
  jobs: Jobs;
  ends: Ends;
  figures: () => Promise<Figures>;
  /** Begins to carry out jobs and to sweep: to be called when links to results can be made. */
  start(): void;
  /** Takes up no more jobs; those that still run after `graceMs` go back into the line. */
  stop(graceMs: number): Promise<void>;
}

export function openJobs(given: RoomParts): JobRoom {
  const { database, clock, log } = given;
  const changes = new Changes();
  const strays = new Strays(given);
  const ends = new Ends({ ...given, strays, changes });
  const parts = { ...given, strays, ends, changes };
  const lookup = new Lookup(parts);
  const jobs = new Jobs({ ...parts, lookup, submit: new Submit(parts) });
  const worker = given.works ? new Worker(parts) : undefined;
  const sweep = async () => {
    await sweepJobs(parts);
    await strays.sweep();
  };
  let stopSweeping = () => {};
  return {
    ...{ jobs, ends },
    figures: () => figuresOf(database, clock),
    start: () => {
      const onError = (error: unknown) => log.error(error, 'sweeping jobs failed');
      stopSweeping = every(sweepEveryMs, sweep, onError);
      sweep().catch(onError);
      worker?.start();
    },
    stop: async (graceMs) => {
      stopSweeping();
      await worker?.stop(graceMs);
    },
  };
}
