/** Waits until a run ends. Kills it if it exceeds a limit or its signal aborts. */
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
  /**
   * Receives a function that ends the run. The watch calls that function when the sandbox exceeds a limit.
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
  now = () => performance.now(),
  processors = availableParallelism(),
}: SupervisedRun): Promise<ProcessExit & { ending: Ending }> {
  let ending: Ending = 'exit';
  const stop = (why: Ending) => {
    if (ending === 'exit') ending = why;
    kill();
  };
  const onAbort = () => stop('aborted');
  const clearDeadline = atDeadline(limits, { now, read: processorTimes, processors }, () => stop('timeout'));
  watched(stop);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const exit = await exited;
    // SIGXFSZ (25) means that a process wrote beyond the file size limit.
    const overFileSize = exit.status === 153 || exit.signal === 'SIGXFSZ';
    return { ...exit, ending: ending === 'exit' && overFileSize ? 'output_limit' : ending };
  } finally {
    clearDeadline();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Interval in milliseconds at which the CPU time of a run is read. If a run is shorter, its CPU time is never read. */
const readingMs = 1_000;

/**
 * Calls `onLate` when the run has taken `longestWallMs` in total, or `wallMs` without counting the time in
 * which it waited for a processor. Returns a function that cancels the deadline.
 */
function atDeadline(
  { wallMs, longestWallMs = wallMs }: Pick<SandboxLimits, 'wallMs' | 'longestWallMs'>,
  options: Omit<RunClockOptions, 'countedMs'>,
  onLate: () => void,
): () => void {
  if (longestWallMs <= wallMs) {
    const timer = setTimeout(onLate, wallMs);
    return () => clearTimeout(timer);
  }
  const began = options.now();
  let clock: RunClock | undefined;
  let timer: NodeJS.Timeout;
  const wait = (passedMs: number, takenMs: number) => {
    timer = setTimeout(check, Math.max(1, Math.min(wallMs - takenMs, longestWallMs - passedMs, readingMs)));
  };
  const check = () => {
    const passedMs = options.now() - began;
    const takenMs = (clock ??= new RunClock({ ...options, countedMs: passedMs })).elapsedMs();
    if (takenMs >= wallMs || passedMs >= longestWallMs) onLate();
    else wait(passedMs, takenMs);
  };
  wait(0, 0);
  return () => clearTimeout(timer);
}

/** Keeps only the last part of a stream. Returns a function that returns this part. */
export function tail(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > keptOutput) kept = kept.subarray(kept.length - keptOutput);
  });
  return () => kept.toString('utf8');
}
