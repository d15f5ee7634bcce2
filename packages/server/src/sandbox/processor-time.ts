/**
 * Reads how much processor time the processes of a sandbox have used, and how long they have waited for a processor.
 */
import { readdirSync } from 'node:fs';
import { textOf } from './proc-file.ts';

/** Processor times of a sandbox, in milliseconds. */
export interface ProcessorTimes {
  /** Processor time of all processes, including processes that have exited and were reaped within the sandbox. */
  usedMs: number;
  /** The times of each thread since it started, by thread id. */
  threads: ReadonlyMap<number, ThreadTimes>;
}

export interface ThreadTimes {
  /** Time on a processor, in milliseconds. */
  ranMs: number;
  /** Time in the kernel's run queue, in milliseconds. */
  waitedMs: number;
}

/** The kernel reports processor time in ticks of 10 ms on all supported systems. */
const tickMs = 10;

export function processorTimes(processes: readonly number[]): ProcessorTimes {
  let usedMs = 0;
  const threads = new Map<number, ThreadTimes>();
  for (const pid of processes) {
    const stat = textOf(`/proc/${pid}/stat`);
    // The fields after the name include the processor times of the process, followed by the processor times
    // of its children that have exited.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const ticks of fields.slice(11, 15)) usedMs += (Number(ticks) || 0) * tickMs;
    for (const thread of threadsOf(pid)) {
      const [ran, waited] = textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
      if (waited !== undefined)
        threads.set(thread, { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 });
    }
  }
  return { usedMs, threads };
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // The process has exited.
    return [];
  }
}
