/** What a sandbox is started from, whatever its isolation level. */
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { SandboxSources, StepFolders } from './layout.ts';
import type { Mount } from './view.ts';

/** The file descriptor to which bwrap writes the id of process 1, as seen from outside. */
export const infoFd = 3;
/** The file descriptor from which bwrap reads the filter of system calls. */
export const filterFd = 4;

/** Size of the private /tmp. */
export const tmpBytes = 256 * 1024 * 1024;

/** The environment of an engine besides the variables it declares. */
export const sandboxEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  // Ghostscript reads and writes all of its temp folder whatever SAFER says, so it must be the private one.
  TMPDIR: '/tmp',
  TEMP: '/tmp',
  // Runners in Python import each other as `engines.<tool>.<module>`.
  PYTHONPATH: `${sandboxPaths.app}/packages`,
};

/** The environment of a program in a sandbox, as arguments of `env`. */
export function environmentArguments(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...sandboxEnvironment, ...more }).map(([name, value]) => `${name}=${value}`);
}

export interface LaunchPlan {
  argv: readonly string[];
  folders: StepFolders;
  /** The folder for the command script. */
  task: string;
  sources: SandboxSources;
  /** Files and folders of the machine that are mounted read-only. */
  mounts: readonly Mount[];
  /** Added to the sandbox's own few variables. */
  env: Readonly<Record<string, string>>;
}
