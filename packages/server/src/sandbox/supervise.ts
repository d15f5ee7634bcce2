/** Waits until a run ends, and kills it if it exceeds a limit or its signal aborts. */
import type { Readable } from 'node:stream';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { Excess } from './watch.ts';

const keptOutput = 64 * 1024;

/** Reason why a run ended: its exit, an exceeded limit, or an abort by its caller. */
export type Ending = 'exit' | 'timeout' | 'aborted' | Excess;

export interface SupervisedRun {
  limits: SandboxLimits;
  signal: AbortSignal | undefined;
  /** Resolves when the last process with the output pipes has exited. */
  exited: Promise<ProcessExit>;
  /** Kills the sandbox with all of its processes. */
  kill: () => void;
  /** Receives the function to call when the sandbox holds too much. */
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
}: SupervisedRun): Promise<ProcessExit & { ending: Ending }> {
  let ending: Ending = 'exit';
  const stop = (why: Ending) => {
    if (ending === 'exit') ending = why;
    kill();
  };
  const onAbort = () => stop('aborted');
  const deadline = setTimeout(() => stop('timeout'), limits.wallMs);
  watched(stop);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const exit = await exited;
    // SIGXFSZ (25) reports a write beyond the file-size limit.
    const overFileSize = exit.status === 153 || exit.signal === 'SIGXFSZ';
    return { ...exit, ending: ending === 'exit' && overFileSize ? 'output_limit' : ending };
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Keeps the last part of a stream of any length. */
export function tail(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > keptOutput) kept = kept.subarray(kept.length - keptOutput);
  });
  return () => kept.toString('utf8');
}
