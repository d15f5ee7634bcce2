/** What a warm engine is: a program that has loaded its libraries, waits in a sandbox and takes jobs one after another. */
import type { SandboxLimits } from '../contract/limits.ts';
import type { View } from '../contract/view.ts';

/** How many unused workers are held ready; the two larger numbers for {@link idleTimeoutMs} after a job. */
export interface ReadyWorkers {
  atRest: number;
  /** When owners have jobs, who keep a worker for the next one. */
  inUse: number;
  /** When jobs without an owner come, each of which takes an unused worker. */
  inBurst: number;
}

export interface WarmEngineSpec {
  id: string;
  /** Run when the sandbox is started. It prints `done` when it is ready and after every job that succeeded. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The mounts of its sandbox. It serves only jobs that need no others. */
  view: View;
  /** The limits of its own process. A job's own limits are applied on top where control groups are available. */
  limits: SandboxLimits;
  ready: ReadyWorkers;
  /** The most workers that stay with the owners they have served. */
  maxRetained: number;
  /** Jobs after which a worker is replaced, so that leaks of its libraries do not add up. */
  maxJobs: number;
  /** A worker that holds so many bytes more than when it became ready is replaced. */
  maxGrowth: number;
  /** Whether it can run the commands of a job. */
  serves(commands: readonly (readonly string[])[]): boolean;
}

/** How long an idle worker stays with its owner, and its kind is in use after a job. */
export const idleTimeoutMs = 5 * 60_000;
/** How long a worker may take to become ready. */
export const startTimeoutMs = 30_000;
