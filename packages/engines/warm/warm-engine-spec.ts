/**
 * Specifies a warm engine: a process that loads its libraries in advance, waits in a sandbox, and runs jobs one after
 * another.
 */
import type { SandboxLimits } from '../contract/limits.ts';
import type { View } from '../contract/view.ts';

/**
 * How many unused engines of one kind are kept ready: `atRest` engines at first, and `inUse` or `inBurst` engines after
 * a job has taken an engine. If no further job follows within {@link idleTimeoutMs}, `atRest` applies again.
 */
export interface ReadyEngines {
  atRest: number;
  /**
   * Number of unused engines that are kept ready while jobs with an owner arrive. Only the first job of an owner needs
   * an unused engine, because an owner keeps its engine for further jobs.
   */
  inUse: number;
  /**
   * Number of unused engines that are kept ready while jobs without an owner arrive. Each job without an owner needs an
   * unused engine.
   */
  inBurst: number;
}

export interface WarmEngineSpec {
  id: string;
  /**
   * Command that starts the engine in the sandbox. The engine prints `done` when it is ready and after every successful
   * job.
   */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Mounts of the engine's sandbox. The engine does not run jobs that need other mounts. */
  view: View;
  /** Limits of the engine process. If control groups are available, the limits of each job apply in addition. */
  limits: SandboxLimits;
  ready: ReadyEngines;
  /** Maximum number of engines that have already run a job and are kept for the owner of that job. */
  maxRetained: number;
  /** Number of jobs after which an engine is replaced, because its libraries may leak memory. */
  maxJobs: number;
  /**
   * Maximum growth of an engine's memory since it became ready, in bytes. If the memory of an engine grows by more than
   * this maximum, the engine is replaced.
   */
  maxGrowth: number;
  /**
   * Returns whether the warm engine itself runs at least one command of a job. The commands that the engine does not
   * run itself run as separate processes.
   */
  serves(commands: readonly (readonly string[])[]): boolean;
}

/**
 * Time in milliseconds for which a used engine is kept for its owner after a job. For the same time after a job,
 * `inUse` engines of this kind are kept ready.
 */
export const idleTimeoutMs = 5 * 60_000;
/** Maximum startup time of an engine, in milliseconds. */
export const startTimeoutMs = 30_000;
