/** Measures what all sandboxes of a process hold of disk and memory, and ends those that exceed a limit or the machine. */
import { readFile, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { anonymousMemory, hiddenBy, type Hidden } from './hidden.ts';
import type { StepFolders } from './layout.ts';
import type { SandboxLimits } from '@protean/engines/runtime/limits.ts';
import { Reserve, type Share } from './reserve.ts';
import { folderUsage, type FolderUsage } from './usage.ts';

const MB = 1024 * 1024;

/** How often the machine's free disk and memory are measured. */
const tickMs = 25;
/** How often each sandbox is inspected, and how often one that waits for its owner's next job. */
const lookMs = 200;
const idleLookMs = 1_000;
/** Every how many inspections mappings are read, which takes longest. */
const thoroughEach = 5;
/** When so much of the disk was used since, all sandboxes are inspected at once. */
const maxUnseen = 64 * MB;

/** With less free memory the kernel may kill processes of its own choice. */
const memoryReserve = Math.min(256 * MB, totalmem() / 16);

/** Why a sandbox is ended. */
export type Excess = 'output_limit' | 'memory_limit' | 'disk_full';

export interface WatchedProcess {
  /** The folder that holds its folders. */
  dir: string;
  folders: StepFolders;
  limits: SandboxLimits;
  /** Whether a control group bounds its memory. */
  memoryBounded: boolean;
  /** Whether it waits for its next job. */
  idle: boolean;
  /** A process with the sandbox's own mounts, where it has them. */
  first: number | undefined;
  members(): number[];
  end(why: Excess): void;
}

interface Seen {
  usage: FolderUsage;
  hidden: Hidden;
  memory: number;
  looks: number;
  lookedAt: number;
  looking: Promise<void> | undefined;
}

export interface WatchParts {
  /** A folder of the disk that sandboxes write to. */
  dir: string;
  /** Bytes of it that must stay free. */
  diskReserve: number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

export class Watch {
  readonly #boxes = new Map<WatchedProcess, Seen>();
  readonly #disk: Reserve<WatchedProcess>;
  readonly #files: Reserve<WatchedProcess>;
  readonly #memory: Reserve<WatchedProcess>;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #ticking = false;
  #unseen = 0;

  constructor({ dir, diskReserve, now = () => performance.now() }: WatchParts) {
    this.#now = now;
    // That a result does not fit is the machine's fault. What is hidden could never become one.
    const end = (box: WatchedProcess, { shown, hidden }: Share) =>
      box.end(hidden > shown ? 'output_limit' : 'disk_full');
    const disk = () => statfs(dir);
    this.#disk = new Reserve<WatchedProcess>({
      free: async () => {
        const { bavail, bsize } = await disk();
        return bavail * bsize;
      },
      ...{ least: diskReserve, worthwhile: MB, end, now },
      shareOf: (box) => ({ shown: this.#seen(box).usage.bytes, hidden: this.#seen(box).hidden.bytes }),
    });
    this.#files = new Reserve<WatchedProcess>({
      // Some file systems do not count files.
      free: async () => {
        const { files, ffree } = await disk();
        return files === 0 ? Infinity : ffree;
      },
      ...{ least: diskReserve === 0 ? 0 : 500, worthwhile: 100, end, now },
      shareOf: (box) => ({ shown: this.#seen(box).usage.files, hidden: this.#seen(box).hidden.files }),
    });
    this.#memory = new Reserve<WatchedProcess>({
      free: freeMemory,
      ...{ least: memoryReserve, worthwhile: 16 * MB, now },
      shareOf: (box) => ({ shown: this.#seen(box).memory, hidden: 0 }),
      end: (box) => box.end('memory_limit'),
    });
  }

  /** Watches a sandbox until its folder is removed, as its files count until then. */
  add(box: WatchedProcess): void {
    const nothing = { bytes: 0, files: 0 };
    this.#boxes.set(box, {
      ...{ usage: nothing, memory: 0, looks: 0, lookedAt: this.#now(), looking: undefined },
      hidden: { ...nothing, memory: 0, tmp: nothing },
    });
    this.#timer ??= setInterval(() => void this.#tick(), tickMs).unref();
  }

  remove(dir: string): void {
    for (const box of this.#boxes.keys()) if (box.dir === dir) this.#boxes.delete(box);
    if (this.#boxes.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #tick(): Promise<void> {
    if (this.#ticking) return;
    this.#ticking = true;
    try {
      await this.#keepReserves();
      const all = this.#unseen > maxUnseen;
      if (all) this.#unseen = 0;
      const due = ([{ idle }, { lookedAt }]: [WatchedProcess, Seen]) =>
        all || this.#now() - lookedAt >= (idle ? idleLookMs : lookMs);
      for (const [box] of [...this.#boxes].filter(due)) void this.#look(box, false);
    } catch {
      // A disk or a /proc that cannot be read now is read at the next tick.
    } finally {
      this.#ticking = false;
    }
  }

  async #keepReserves(): Promise<void> {
    const boxes = new Set(this.#boxes.keys());
    const unbounded = new Set([...boxes].filter(({ memoryBounded }) => !memoryBounded));
    const checks = [
      { reserve: this.#disk, boxes },
      { reserve: this.#files, boxes },
      ...(unbounded.size > 0 ? [{ reserve: this.#memory, boxes: unbounded }] : []),
    ];
    for (const check of checks) {
      const shrunk = await check.reserve.measure(check.boxes);
      if (check.reserve === this.#disk) this.#unseen += Math.max(0, shrunk);
      if (!check.reserve.short) continue;
      await Promise.all([...check.boxes].map((box) => this.#look(box, true)));
      // One that has exited meanwhile may have freed enough.
      await check.reserve.measure(check.boxes);
      check.reserve.enforce(new Set([...check.boxes].filter((box) => this.#boxes.has(box))));
    }
  }

  /** Measures what the sandbox holds, once at a time, and ends it when that is too much. */
  async #look(box: WatchedProcess, thoroughly: boolean): Promise<void> {
    const seen = this.#boxes.get(box);
    if (!seen) return;
    seen.looking ??= this.#count(box, seen, thoroughly).finally(() => {
      seen.looking = undefined;
    });
    await seen.looking;
  }

  async #count(box: WatchedProcess, seen: Seen, asked: boolean): Promise<void> {
    const { folders, limits } = box;
    seen.looks += 1;
    seen.lookedAt = this.#now();
    const thoroughly = asked || seen.looks % thoroughEach === 0;
    const pids = box.members();
    seen.hidden = hiddenBy(pids, { thoroughly, first: box.first });
    const { hidden } = seen;
    const most = { bytes: limits.outputBytes - hidden.bytes, files: limits.outputFiles - hidden.files };
    seen.usage = await folderUsage([folders.output, folders.work], most);
    if (!this.#boxes.has(box)) return;
    const tooManyFiles = hidden.tmp.files > limits.outputFiles;
    if (seen.usage.bytes > most.bytes || seen.usage.files > most.files || tooManyFiles)
      box.end('output_limit');
    if (box.memoryBounded) return;
    const held = hidden.memory + hidden.tmp.bytes;
    seen.memory = held + anonymousMemory(pids, thoroughly);
    if (seen.memory > limits.memory && !thoroughly) seen.memory = held + anonymousMemory(pids, true);
    if (seen.memory > limits.memory) box.end('memory_limit');
  }

  #seen(box: WatchedProcess): Pick<Seen, 'usage' | 'hidden' | 'memory'> {
    const nothing = { bytes: 0, files: 0 };
    return (
      this.#boxes.get(box) ?? { usage: nothing, memory: 0, hidden: { ...nothing, memory: 0, tmp: nothing } }
    );
  }
}

async function freeMemory(): Promise<number> {
  const said = await readFile('/proc/meminfo', 'utf8');
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(said)?.[1];
  return kilobytes === undefined ? Infinity : Number(kilobytes) * 1024;
}
