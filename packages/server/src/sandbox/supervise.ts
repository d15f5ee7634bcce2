/** Waits until a run ends. Kills the run if it exceeds a limit or its signal aborts. */
import type { Readable } from 'node:stream';
import { availableParallelism } from 'node:os';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { ProcessorTimes } from './processor-time.ts';
import { RunClock, type RunClockOptions } from './run-clock.ts';
import type { Excess } from './watch.ts';

const keptOutput = 64 * 1024;

/** Reason why a run ended: its exit, an exceeded limit, or an abort by its caller. */
export type Ending = 'exit' | 'timeout' | 'aborted' | Excess;

export interface SupervisedRun {
  limits: SandboxLimits;
  signal: AbortSignal | undefined;
  /** Resolves when the last process that has the output pipes open has exited. */
  exited: Promise<ProcessExit>;
  /** Kills the sandbox with all of its processes. */
  kill: () => void;
  /** Returns the processor times of the run's processes. */
  processorTimes: () => ProcessorTimes;
  /** Returns the monotonic time in milliseconds. */
  now?: () => number;
  processors?: number;
  /** Called about once a second with the milliseconds for which the run has waited for a processor. */
  onWaited: (ms: number) => void;
  /**
   * Called with a function that ends the run. The watch of the sandbox must call `end` when the sandbox exceeds a
   * limit.
   */
  watched: (end: (why: Excess) => void) => void;
}

export interface ProcessExit {
  status: number | null;
  signal: NodeJS.Signals | null;
}

export async function supervise({
  limits,
  signal,
  exited,
  kill,
  watched,
  processorTimes,
  onWaited,
  now = () => performance.now(),
  processors = availableParallelism(),
}: SupervisedRun): Promise<ProcessExit & { ending: Ending; waitedMs: number }> {
  let ending: Ending = 'exit';
  const stop = (why: Ending) => {
    if (ending === 'exit') ending = why;
    kill();
  };
  const onAbort = () => stop('aborted');
  const clock = { now, read: processorTimes, processors };
  const limit = new WallLimit(limits, clock, { onWaited, onLate: () => stop('timeout') });
  watched(stop);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const exit = await exited;
    // SIGXFSZ (25) means that a process wrote beyond the file size limit.
    const overFileSize = exit.status === 153 || exit.signal === 'SIGXFSZ';
    const waitedMs = limit.waitedMs();
    return { ...exit, ending: ending === 'exit' && overFileSize ? 'output_limit' : ending, waitedMs };
  } finally {
    limit.clear();
    signal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Time in milliseconds until the CPU time of a run is read for the first time, and interval between the next readings.
 * If a run ends before the first reading, its CPU time is never read.
 */
const [firstReadingMs, readingMs] = [250, 1_000];

interface WallLimitCalls {
  onWaited: (ms: number) => void;
  onLate: () => void;
}

/**
 * Calls `onLate` when the run has taken `wallMs`, or `longestWallMs` in total. `wallMs` does not include the time in
 * which the run waited for a processor.
 */
class WallLimit {
  readonly #wallMs: number;
  readonly #longestMs: number;
  readonly #options: Omit<RunClockOptions, 'countedMs'>;
  readonly #calls: WallLimitCalls;
  readonly #began: number;
  #clock: RunClock | undefined;
  #timer: NodeJS.Timeout;

  constructor(
    { wallMs, longestWallMs = wallMs }: Pick<SandboxLimits, 'wallMs' | 'longestWallMs'>,
    options: Omit<RunClockOptions, 'countedMs'>,
    calls: WallLimitCalls,
  ) {
    this.#wallMs = wallMs;
    this.#longestMs = longestWallMs;
    this.#options = options;
    this.#calls = calls;
    this.#began = options.now();
    this.#timer = this.#wait(0, 0, firstReadingMs);
  }

  /** Returns how long the run has waited for a processor so far, in milliseconds. */
  waitedMs(): number {
    return this.#clock ? Math.max(0, this.#passedMs - this.#clock.elapsedMs()) : 0;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  get #passedMs(): number {
    return this.#options.now() - this.#began;
  }

  #wait(passedMs: number, takenMs: number, intervalMs: number): NodeJS.Timeout {
    const leftMs = Math.min(this.#wallMs - takenMs, this.#longestMs - passedMs, intervalMs);
    return setTimeout(() => this.#check(), Math.max(1, leftMs));
  }

  #check(): void {
    const passedMs = this.#passedMs;
    this.#clock ??= new RunClock({ ...this.#options, countedMs: passedMs });
    const takenMs = this.#clock.elapsedMs();
    if (takenMs >= this.#wallMs || passedMs >= this.#longestMs) {
      this.#calls.onLate();
      return;
    }
    this.#calls.onWaited(Math.max(0, passedMs - takenMs));
    this.#timer = this.#wait(passedMs, takenMs, readingMs);
  }
}

/** Keeps only the end of a stream in memory. Returns a function that returns the end of the stream as text. */
export function tail(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > keptOutput) kept = kept.subarray(kept.length - keptOutput);
  });
  return () => kept.toString('utf8');
}
