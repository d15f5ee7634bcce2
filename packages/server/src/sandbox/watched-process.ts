/** Keeps a sandbox registered with the watch from its first job until all of its processes have exited. */
import type { Cgroup } from './cgroup.ts';
import type { StepFolders } from './isolation/layout.ts';
import type { Isolation } from './isolation/isolation.ts';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { Watch, WatchedProcess } from './watch.ts';

interface WatchOptions {
  dir: string;
  folders: StepFolders;
  limits: SandboxLimits;
  cgroup: Cgroup | null;
  isolation: Pick<Isolation, 'ownTree'>;
  watch: Watch;
  /** Resolves with the first process of the sandbox. */
  first: Promise<number | undefined>;
  gone: Promise<unknown>;
  /** Returns the processes of the sandbox. `first` is the first process of the sandbox. */
  members: (first: number | undefined) => number[];
}

export function watchProcess({
  dir,
  folders,
  limits,
  cgroup,
  isolation,
  watch,
  first,
  gone,
  members,
}: WatchOptions): WatchedProcess {
  const watched: WatchedProcess = {
    ...{ dir, folders, limits, memoryBounded: cgroup !== null, idle: false, first: undefined },
    members: () => [],
    end: () => {},
  };
  void first.then((pid) => {
    if (isolation.ownTree) watched.first = pid;
    watched.members = () => members(pid);
  });
  void gone.then(() => {
    // Forgets the processes, because the kernel may reuse their ids.
    watched.first = undefined;
    watched.members = () => [];
    watched.end = () => {};
  });
  watch.add(watched);
  return watched;
}
