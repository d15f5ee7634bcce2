/** The queue as the database has it, in memory: by the start tags of `jobs/start-tag.ts`, the rule of the server itself. */
import {
  compareQueued,
  requeuedStartTag,
  startTagAfter,
  type QueuedPlace,
} from '../../packages/server/src/jobs/start-tag.ts';
import { Heap } from './heap.ts';

export interface SimulatedJob extends QueuedPlace {
  account: number;
  expectedMs: number;
  /** What it takes, which the queue does not know. */
  ms: number;
  /** Counts claims; a machine ends the job only while this is the number of its own. */
  token: number;
  state: 'queued' | 'processing' | 'ended';
  /** How often it was ended: once, or the simulation has found a fault. */
  ends: number;
}

export class FairQueue {
  readonly #queued = new Heap<SimulatedJob>(compareQueued);
  readonly #ends = new Map<number, number>();
  #lastStart: number | null = null;

  get size(): number {
    return this.#queued.size;
  }

  add(job: SimulatedJob): void {
    const ownEnd = this.#ends.get(job.account) ?? null;
    job.start_tag = startTagAfter({ ownEnd, lastStart: this.#lastStart, firstQueued: this.#first });
    this.#ends.set(job.account, job.start_tag + job.expectedMs);
    this.#queued.add(job);
  }

  /** Up to `most`, in their order. */
  claim(most: number): SimulatedJob[] {
    const claimed: SimulatedJob[] = [];
    while (claimed.length < most) {
      const job = this.#queued.take();
      if (!job) break;
      this.#lastStart = Math.max(this.#lastStart ?? 0, job.start_tag);
      job.state = 'processing';
      job.token += 1;
      claimed.push(job);
    }
    return claimed;
  }

  requeue(job: SimulatedJob): void {
    job.start_tag = requeuedStartTag(job.start_tag, this.#first);
    job.state = 'queued';
    this.#queued.add(job);
  }

  /** False where the claim of that number is not valid any more. */
  finish(job: SimulatedJob, token: number): boolean {
    if (job.state !== 'processing' || job.token !== token) return false;
    job.state = 'ended';
    job.ends += 1;
    return true;
  }

  get #first(): number | null {
    return this.#queued.first?.start_tag ?? null;
  }
}
