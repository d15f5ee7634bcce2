/** Where things are inside the box; engines name these paths and no others. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from './seccomp.ts';

/** The one job's files: `in` is read-only, `out` takes the results, `work` is scratch between two commands. */
export const inBox = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /** Where a waiting box finds what to run; read-only. */
  task: '/job/task',
  orders: '/job/task/orders',
  /** Our own programs that run inside the box, and the packages they import; read-only. */
  app: '/app',
  node: '/app/node',
  hosts: '/app/packages/server/src/engines/hosts',
  /** Stands for all that the hosts in Node import besides each other. */
  packages: '/app/node_modules',
  /** What Node made of them when they were set up; read-only. */
  compiled: '/app/compiled',
} as const;

/** The same below the project's root. */
export const compiledHosts = '.setup/hosts';

/** The folder of a step on the host, and what the box sees of it. */
export interface StepFolders {
  input: string;
  output: string;
  work: string;
}

function stepFolders(stepDir: string): StepFolders {
  return {
    input: path.join(stepDir, 'in'),
    output: path.join(stepDir, 'out'),
    work: path.join(stepDir, 'work'),
  };
}

/** Makes the folders of a step below `stepDir`. */
export async function makeStepFolders(stepDir: string): Promise<StepFolders> {
  const folders = stepFolders(stepDir);
  for (const folder of [folders.input, folders.output, folders.work]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/** What boxes are made of: what they show read-only, by its place on the host, and what they keep from the kernel. */
export interface BoxSources {
  /** The project's root folder. */
  root: string;
  /** Files and folders below it that the hosts in Node import besides each other. */
  imports: readonly string[];
  /** The Node program that runs hosts. */
  node: string;
  /** Of system calls, as the kernel reads it. */
  filter: Buffer;
  machine: Machine;
  level: Level;
}

/** How strong the walls are, the strongest first; `levels.ts` says what each is. */
export type Level = 'full' | 'ns' | 'uid' | 'none';
