/**
 * Measures a running server from outside (memory, open file handles, processes, files), and checks whether a value has
 * grown.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { descendants } from '../support/server/processes.ts';

export interface Measures {
  /** Memory of the server process in MB. */
  memory: number;
  /** Number of open file descriptors of the server process. */
  handles: number;
  /** Number of running processes that the server or its child processes have started. */
  processes: number;
  /** Number of files and folders under `work` in the data folder. */
  files: number;
}

/**
 * Allowed growth of each measure from the first to the last third of a run. `first` is the measured value in the first
 * third of the run. Some growth of each measure is allowed, because the number of short-lived resources varies by
 * chance.
 */
const slack: Readonly<Record<keyof Measures, (first: number) => number>> = {
  memory: (first) => Math.max(16, first * 0.05),
  handles: () => 8,
  processes: () => 4,
  files: () => 20,
};

const names = Object.keys(slack) as (keyof Measures)[];

/** A running server process with its data folder. */
export interface Measured {
  pid: number;
  dataDir: string;
}

export async function measure({ pid, dataDir }: Measured): Promise<Measures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return {
    memory: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024),
    handles: (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
    processes: descendants(pid).length,
    files: (await readdir(path.join(dataDir, 'work'), { recursive: true }).catch(() => [])).length,
  };
}

/**
 * Returns a sentence for each measure that has grown during the run, or that is still too high after the run. `atRest`
 * contains the values of the measures after the run. Ignores the first fifth of the run, because engines start then.
 */
export function growth(measures: readonly Measures[], atRest: Measures): string[] {
  const settled = measures.slice(Math.floor(measures.length / 5));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const [first, last] = [settled.slice(0, third), settled.slice(-third)];
  return names.flatMap((name) => {
    const [before, after] = [median(first.map((one) => one[name])), median(last.map((one) => one[name]))];
    const most = before + slack[name](before);
    return [
      ...(after > most ? [`${name} grew from ${before} to ${after}`] : []),
      ...(atRest[name] > most ? [`${name} is ${atRest[name]} at rest, ${before} when it was busy`] : []),
    ];
  });
}

export function shown(measures: readonly Measures[], sent: number): string {
  const middle = names.map((name) => `${name} ${median(measures.map((one) => one[name]))}`);
  return `${sent} sent: ${middle.join(', ')}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
