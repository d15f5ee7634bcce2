/**
 * Specifies a warm engine: a process that loads its libraries in advance, waits in a sandbox, and runs jobs one after
 * another.
 */
import type { SandboxLimits } from '../contract/limits.ts';
import type { View } from '../contract/view.ts';

/**
 * Numbers of unused engines that are kept ready. `inUse` and `inBurst` apply after a job, for {@link idleTimeoutMs}. At
 * all other times, `atRest` applies.
 */
export interface ReadyEngines {
  atRest: number;
  /** Number of unused engines after a job with an owner. The owner retains the used engine for further jobs. */
  inUse: number;
  /** Number of unused engines after a job without an owner. Each of these jobs takes an unused engine. */
  inBurst: number;
}

export interface WarmEngineSpec {
  id: string;
  /** Command that runs in the sandbox. It prints `done` when it is ready and after every successful job. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Mounts of the engine's sandbox. The engine serves only jobs that need no other mounts. */
  view: View;
  /** Limits of the engine process. If control groups are available, the limits of each job apply in addition. */
  limits: SandboxLimits;
  ready: ReadyEngines;
  /** Maximum number of used engines that are retained, each for the owner of its previous jobs. */
  maxRetained: number;
  /** Number of jobs after which an engine is replaced, to limit memory leaks of its libraries. */
  maxJobs: number;
  /** Memory growth, in bytes since the engine became ready, after which the engine is replaced. */
  maxGrowth: number;
  /** Returns whether the engine can run the commands of a job. */
  serves(commands: readonly (readonly string[])[]): boolean;
}

/**
 * Time after a job, in milliseconds. During this time, an idle engine stays reserved for its owner, and its kind counts
 * as in use.
 */
export const idleTimeoutMs = 5 * 60_000;
/** Maximum startup time of an engine, in milliseconds. */
export const startTimeoutMs = 30_000;
