/**
 * The host folders of a conversion step, and the host files that sandboxes mount. A conversion step is one run of an
 * engine.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './seccomp.ts';

/**
 * Folder of compiled runners, which are programs that convert inside a sandbox. The path is relative to the project's
 * root.
 */
export const compiledRunners = '.setup/hosts';

/** Folder of the fonts that script/setup creates, relative to the project's root. */
export const derivedFonts = '.setup/fonts';

/** The folders of a step on the host, which the sandbox mounts. */
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

/** Creates the folders of a step below `stepDir`. */
export function makeStepFolders(stepDir: string): StepFolders {
  const folders = stepFolders(stepDir);
  for (const folder of [folders.input, folders.output, folders.work]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/** Host files that sandboxes mount read-only, and the system call filter. */
export interface SandboxSources {
  /** The project's root folder. */
  root: string;
  /** Files and folders in the project that Node runners import, not counting the runners themselves. */
  imports: readonly string[];
  /** Path of the Node program that runs the Node runners. */
  node: string;
  /** The system call filter in the kernel's format. */
  filter: Buffer;
  machine: Machine;
  level: IsolationLevel;
}

/** Isolation levels, strongest first. The file `isolation.ts` describes the isolation levels. */
export type IsolationLevel = 'full' | 'uid' | 'none';
