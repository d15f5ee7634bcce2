/** How strong the walls around an engine are: one row a level, with what it holds back and what it does not. */
import { boxCommand, type BoxPlan } from './box.ts';
import type { Level } from './layout.ts';
import { namespacesCommand } from './namespaces.ts';
import { outside, unboxedCommand } from './unboxed.ts';

interface Walls {
  /** For people: what there is. */
  says: string;
  /** The programs it cannot be built without, and Debian's packages of them. */
  needs: readonly { program: string; debian: string }[];
  /** Whether engines may be given files that can name other files, call out or run. */
  trusted: boolean;
  /** The command that runs `plan.argv` between these walls. */
  command(plan: BoxPlan): string[];
  /** A text that names the box's places as they are named between these walls. */
  named(text: string, plan: Pick<BoxPlan, 'folders' | 'task' | 'sources'>): string;
}

const utilLinux = (...names: readonly string[]) =>
  names.map((name) => ({ program: `/usr/bin/${name}`, debian: 'util-linux' }));

const asItIs = (text: string) => text;

export const levels: Readonly<Record<Level, Walls>> = {
  full: {
    says: 'boxed by bubblewrap',
    needs: [{ program: '/usr/bin/bwrap', debian: 'bubblewrap' }],
    trusted: true,
    command: boxCommand,
    named: asItIs,
  },
  ns: {
    says: 'namespaces without a filter of system calls',
    needs: utilLinux('unshare', 'setpriv'),
    trusted: false,
    command: namespacesCommand,
    named: asItIs,
  },
  none: {
    says: 'no isolation: files and network of the machine within reach',
    needs: utilLinux('setpriv', 'setsid'),
    trusted: false,
    command: unboxedCommand,
    named: outside,
  },
};
