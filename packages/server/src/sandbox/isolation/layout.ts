/** The folders of a step on the host, and what sandboxes are made of. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './seccomp.ts';

/** Compiled runners, below the project's root. */
export const compiledRunners = '.setup/hosts';

/** Fonts that script/setup derives, below the project's root. */
export const derivedFonts = '.setup/fonts';

/** The folders of a step, on the host; the sandbox mounts them. */
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
export function makeStepFolders(stepDir: string): StepFolders {
  const folders = stepFolders(stepDir);
  for (const folder of [folders.input, folders.output, folders.work]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/** What sandboxes are made of: what they show read-only, by its path on the host, and the filter of system calls. */
export interface SandboxSources {
  /** The project's root folder. */
  root: string;
  /** Files and folders below it that the runners in Node import besides each other. */
  imports: readonly string[];
  /** The Node program that runs them. */
  node: string;
  /** The filter of system calls, as the kernel reads it. */
  filter: Buffer;
  machine: Machine;
  level: IsolationLevel;
}

/** The isolation levels, the strongest first; `isolation.ts` says what each is. */
export type IsolationLevel = 'full' | 'uid' | 'none';
