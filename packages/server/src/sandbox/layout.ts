/** Where things are inside the box; engines name these paths and no others. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from './seccomp.ts';

/** The same below the project's root. */
export const compiledRunners = '.setup/hosts';

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
export interface SandboxSources {
  /** The project's root folder. */
  root: string;
  /** Files and folders below it that the hosts in Node import besides each other. */
  imports: readonly string[];
  /** The Node program that runs hosts. */
  node: string;
  /** Of system calls, as the kernel reads it. */
  filter: Buffer;
  machine: Machine;
  level: IsolationLevel;
}

/** How strong the walls are, the strongest first; `levels.ts` says what each is. */
export type IsolationLevel = 'full' | 'ns' | 'uid' | 'none';
