/** What may wait in a box instead of a bare shell: a program that has loaded its libraries and takes jobs as they come. */
import type { SandboxLimits } from './limits.ts';
import type { View } from './view.ts';

export interface WarmWorkerSpec {
  id: string;
  /** Run when the box is built. It says `done` on its output when it is ready and after every job that went well. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What its box shows; it serves no job that needs to see more. */
  view: View;
  /** Of its own process; a job's own limits come on top where the system grants control groups. */
  limits: SandboxLimits;
  /** How many to hold ready ahead of need, and how many at most that stay with the owners they have served. */
  ready: number;
  maxRetained: number;
  /** Jobs of one owner after which a box is replaced, so that what a library leaks has an end. */
  maxJobs: number;
  /** A box that holds so many bytes more than when it was ready is replaced. */
  maxGrowth: number;
  /** Whether it is the one for this job. */
  serves(commands: readonly (readonly string[])[]): boolean;
}

/** How long a box stays with an owner who asks for nothing. */
export const idleTimeoutMs = 5 * 60_000;
/** A keeper that is not ready by then never will be. */
export const startTimeoutMs = 30_000;
