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
  /** Processor time of the thread, in milliseconds. */
  ranMs: number;
  /** Time of waits in the kernel's run queue that have ended, in milliseconds. */
  waitedMs: number;
  /** Whether the thread runs or waits for a processor. */
  isReady: boolean;
}

/** The kernel reports processor time in ticks of 10 ms on all supported systems. */
const tickMs = 10;

export function processorTimes(processes: readonly number[]): ProcessorTimes {
  let usedMs = 0;
  const threads = new Map<number, ThreadTimes>();
  for (const pid of processes) {
    // The fields after the name include the processor times of the process, followed by the processor times
    // of its children that have exited.
    for (const ticks of statFields(`/proc/${pid}/stat`).slice(11, 15))
      usedMs += (Number(ticks) || 0) * tickMs;
    for (const thread of threadsOf(pid)) {
      const folder = `/proc/${pid}/task/${thread}`;
      const [ran, waited] = textOf(`${folder}/schedstat`).split(' ');
      if (waited === undefined) continue;
      const isReady = statFields(`${folder}/stat`)[0] === 'R';
      threads.set(thread, { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6, isReady });
    }
  }
  return { usedMs, threads };
}

/**
 * Returns the fields after the name of the process. The name may contain spaces. The first returned field is the state
 * of the process.
 */
function statFields(file: string): string[] {
  const stat = textOf(file);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // The process has exited.
    return [];
  }
}
