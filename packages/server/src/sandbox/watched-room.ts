/** Has a room watched from its first job on, until all that was in it is gone. */
import type { Cgroup } from './cgroup.ts';
import type { StepFolders } from './layout.ts';
import type { Walls } from './levels.ts';
import type { Limits } from './limits.ts';
import { membersOf } from './members.ts';
import type { Watch, WatchedBox } from './watch.ts';

interface Parts {
  dir: string;
  folders: StepFolders;
  limits: Limits;
  cgroup: Cgroup | null;
  walls: Pick<Walls, 'stranger' | 'ownTree'>;
  watch: Watch;
  /** Its first process, as soon as that is told. */
  first: Promise<number | undefined>;
  gone: Promise<unknown>;
}

export function watchRoom({ dir, folders, limits, cgroup, walls, watch, first, gone }: Parts): WatchedBox {
  const list = cgroup?.joinFiles[0];
  const owned = walls.stranger ? folders.work : undefined;
  const watched: WatchedBox = {
    ...{ dir, folders, limits, memoryBounded: cgroup !== null, idle: false, first: undefined },
    members: () => [],
    end: () => {},
  };
  void first.then((pid) => {
    if (walls.ownTree) watched.first = pid;
    watched.members = () => membersOf({ first: pid, list, owned });
  });
  void gone.then(() => {
    // The numbers of its processes may be given to others.
    watched.first = undefined;
    watched.members = () => [];
    watched.end = () => {};
  });
  watch.add(watched);
  return watched;
}
