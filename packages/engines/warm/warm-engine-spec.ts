/**
 * Specification of a warm engine: a process that has loaded its libraries, waits in a sandbox and runs jobs one after another.
 */
import type { SandboxLimits } from '../contract/limits.ts';
import type { View } from '../contract/view.ts';

/** Number of unused engines that are kept ready. The two larger numbers apply for {@link idleTimeoutMs} after a job. */
export interface ReadyEngines {
  atRest: number;
  /** For jobs of owners, who keep an engine for the next job. */
  inUse: number;
  /** For jobs without an owner. Each takes an unused engine. */
  inBurst: number;
}

export interface WarmEngineSpec {
  id: string;
  /** Started with the sandbox. Prints `done` when it is ready and after every successful job. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Mounts of its sandbox. It serves only jobs that need no other mounts. */
  view: View;
  /** Limits of the engine process. A job's limits are applied on top if control groups are available. */
  limits: SandboxLimits;
  ready: ReadyEngines;
  /** Maximum number of engines that stay reserved for the owners they served. */
  maxRetained: number;
  /** Number of jobs after which an engine is replaced, to limit memory leaks of its libraries. */
  maxJobs: number;
  /** An engine is replaced after it has grown by this many bytes since it became ready. */
  maxGrowth: number;
  /** Returns whether it can run the commands of a job. */
  serves(commands: readonly (readonly string[])[]): boolean;
}

/** How long an idle engine stays reserved for its owner, and how long its kind counts as in use after a job. */
export const idleTimeoutMs = 5 * 60_000;
/** Maximum startup time of an engine. */
export const startTimeoutMs = 30_000;
