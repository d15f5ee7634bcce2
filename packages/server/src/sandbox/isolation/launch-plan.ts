/** Parameters to start a sandbox at any isolation level. */
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { SandboxSources, StepFolders } from './layout.ts';
import type { Mount } from './view.ts';

/** File descriptor to which bwrap writes the process id of process 1, as seen from outside the sandbox. */
export const infoFd = 3;
/** File descriptor from which bwrap reads the system call filter. */
export const filterFd = 4;

/** Size of the private /tmp, in bytes. */
export const tmpBytes = 256 * 1024 * 1024;

/** Environment variables of every engine. The variables that an engine declares are added to these common variables. */
export const sandboxEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  // The temporary folder must be the private /tmp, because Ghostscript can read and write everything in its temporary
  // folder despite SAFER.
  TMPDIR: '/tmp',
  TEMP: '/tmp',
  // Python runners import each other under names like `engines.<tool>.<module>`.
  PYTHONPATH: `${sandboxPaths.app}/packages`,
  // Runners subtract the waiting time from the time that their programs take.
  WAITED_FILE: sandboxPaths.waited,
};

/** Returns the environment variables of a sandbox as arguments of the program `env`. */
export function environmentArguments(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...sandboxEnvironment, ...more }).map(([name, value]) => `${name}=${value}`);
}

export interface LaunchPlan {
  argv: readonly string[];
  folders: StepFolders;
  /** Folder that contains the command script. */
  task: string;
  sources: SandboxSources;
  /** Files and folders of the machine that the sandbox mounts read-only. */
  mounts: readonly Mount[];
  /** Environment variables in addition to the variables of every sandbox. */
  env: Readonly<Record<string, string>>;
}
