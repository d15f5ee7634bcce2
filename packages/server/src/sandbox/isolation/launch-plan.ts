/** Parameters to start a sandbox at any isolation level. */
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { SandboxSources, StepFolders } from './layout.ts';
import type { Mount } from './view.ts';

/** File descriptor to which bwrap writes the id of process 1, as seen from outside. */
export const infoFd = 3;
/** File descriptor from which bwrap reads the filter of system calls. */
export const filterFd = 4;

/** Size of the private /tmp, in bytes. */
export const tmpBytes = 256 * 1024 * 1024;

/** Environment variables of every engine. Those that an engine declares are added. */
export const sandboxEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  // Ghostscript reads and writes everything in its temporary folder despite SAFER, so it must be the private one.
  TMPDIR: '/tmp',
  TEMP: '/tmp',
  // Python runners import each other as `engines.<tool>.<module>`.
  PYTHONPATH: `${sandboxPaths.app}/packages`,
};

/** Returns the environment of a program in a sandbox as arguments of `env`. */
export function environmentArguments(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...sandboxEnvironment, ...more }).map(([name, value]) => `${name}=${value}`);
}

export interface LaunchPlan {
  argv: readonly string[];
  folders: StepFolders;
  /** Folder of the command script. */
  task: string;
  sources: SandboxSources;
  /** Files and folders of the machine to mount read-only. */
  mounts: readonly Mount[];
  /** Variables in addition to those of every sandbox. */
  env: Readonly<Record<string, string>>;
}
