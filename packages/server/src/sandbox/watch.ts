/**
 * Measures disk and memory usage of all sandboxes of this process. Ends sandboxes that exceed a limit or exhaust the
 * machine.
 */
import { statfsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { anonymousMemory, hiddenUsage, type HiddenUsage } from './hidden.ts';
import type { StepFolders } from './isolation/layout.ts';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import { Reserve, type Share } from './reserve.ts';
import { folderUsage, type FolderUsage } from './usage.ts';

const MB = 1024 * 1024;

/** Interval in milliseconds between measurements of the machine's free disk space and memory. */
const tickMs = 25;
/**
 * Intervals between inspections, in milliseconds: of a running sandbox (`inspectMs`), and of a sandbox that
 * waits for its owner's next job (`idleInspectMs`).
 */
const inspectMs = 200;
const idleInspectMs = 1_000;
/**
 * Every fifth inspection of the sandboxes also reads the memory mappings of the processes. Reading memory mappings is
 * the slowest part of an inspection.
 */
const thoroughEvery = 5;
/** If disk usage grows by this number of bytes, all sandboxes are inspected immediately. */
const maxUnmeasured = 64 * MB;

/**
 * Memory in bytes that must stay free. If the free memory is below this reserve, the kernel may kill arbitrary
 * processes.
 */
const memoryReserve = Math.min(256 * MB, totalmem() / 16);

/** Reason for ending a sandbox. */
export type Excess = 'output_limit' | 'memory_limit' | 'disk_full';

export interface WatchedProcess {
  /** Parent folder of the sandbox's folders. */
  dir: string;
  folders: StepFolders;
  limits: SandboxLimits;
  /** Whether a control group limits the sandbox's memory. */
  memoryBounded: boolean;
  /** Whether the sandbox waits for its next job. */
  idle: boolean;
  /** Id of a process that has the sandbox's mounts. The value is undefined if the sandbox has no separate mounts. */
  first: number | undefined;
  members(): number[];
  end(why: Excess): void;
}

interface Measurement {
  usage: FolderUsage;
  hidden: HiddenUsage;
  memory: number;
  inspections: number;
  inspectedAt: number;
  inspecting: Promise<void> | undefined;
}

export interface WatchOptions {
  /** A folder on the disk that sandboxes write to. */
  dir: string;
  /** Number of bytes on the disk that must stay free. */
  diskReserve: number;
  /** Returns the monotonic time in milliseconds. */
  now?: () => number;
}

export class Watch {
  readonly #sandboxes = new Map<WatchedProcess, Measurement>();
  readonly #disk: Reserve<WatchedProcess>;
  readonly #files: Reserve<WatchedProcess>;
  readonly #memory: Reserve<WatchedProcess>;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #ticking = false;
  #unmeasured = 0;

  constructor({ dir, diskReserve, now = () => performance.now() }: WatchOptions) {
    this.#now = now;
    // If a result does not fit on the disk, the machine has a problem, not the sandbox. But unlinked files and other
    // hidden usage can never become a result. If most of a sandbox's usage is hidden, its run ends with `output_limit`,
    // otherwise with `disk_full`.
    const end = (watched: WatchedProcess, { shown, hidden }: Share) =>
      watched.end(hidden > shown ? 'output_limit' : 'disk_full');
    const disk = () => statfsSync(dir);
    this.#disk = new Reserve<WatchedProcess>({
      free: () => {
        const { bavail, bsize } = disk();
        return bavail * bsize;
      },
      ...{ minFree: diskReserve, minShare: MB, end, now },
      shareOf: (watched) => ({
        shown: this.#measured(watched).usage.bytes,
        hidden: this.#measured(watched).hidden.bytes,
      }),
    });
    this.#files = new Reserve<WatchedProcess>({
      // Some file systems do not count files, and report a total of 0.
      free: () => {
        const { files, ffree } = disk();
        return files === 0 ? Infinity : ffree;
      },
      ...{ minFree: diskReserve === 0 ? 0 : 500, minShare: 100, end, now },
      shareOf: (watched) => ({
        shown: this.#measured(watched).usage.files,
        hidden: this.#measured(watched).hidden.files,
      }),
    });
    this.#memory = new Reserve<WatchedProcess>({
      free: freeMemory,
      ...{ minFree: memoryReserve, minShare: 16 * MB, now },
      shareOf: (watched) => ({ shown: this.#measured(watched).memory, hidden: 0 }),
      end: (watched) => watched.end('memory_limit'),
    });
  }

  /** Watches a sandbox until its folder is removed, because the files in the folder use disk space until then. */
  add(watched: WatchedProcess): void {
    const nothing = { bytes: 0, files: 0 };
    this.#sandboxes.set(watched, {
      ...{ usage: nothing, memory: 0, inspections: 0, inspectedAt: this.#now(), inspecting: undefined },
      hidden: { ...nothing, memory: 0, tmp: nothing },
    });
    this.#timer ??= setInterval(() => void this.#tick(), tickMs).unref();
  }

  remove(dir: string): void {
    for (const watched of this.#sandboxes.keys()) if (watched.dir === dir) this.#sandboxes.delete(watched);
    if (this.#sandboxes.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #tick(): Promise<void> {
    if (this.#ticking) return;
    this.#ticking = true;
    try {
      await this.#enforceReserves();
      const all = this.#unmeasured > maxUnmeasured;
      if (all) this.#unmeasured = 0;
      const due = ([{ idle }, { inspectedAt }]: [WatchedProcess, Measurement]) =>
        all || this.#now() - inspectedAt >= (idle ? idleInspectMs : inspectMs);
      for (const [watched] of [...this.#sandboxes].filter(due)) void this.#inspect(watched, false);
    } catch {
      // If a read from the disk or from /proc fails, the next tick repeats it.
    } finally {
      this.#ticking = false;
    }
  }

  async #enforceReserves(): Promise<void> {
    const sandboxes = new Set(this.#sandboxes.keys());
    const unbounded = new Set([...sandboxes].filter(({ memoryBounded }) => !memoryBounded));
    const checks = [
      { reserve: this.#disk, sandboxes },
      { reserve: this.#files, sandboxes },
      ...(unbounded.size > 0 ? [{ reserve: this.#memory, sandboxes: unbounded }] : []),
    ];
    for (const check of checks) {
      const shrunk = await check.reserve.measure(check.sandboxes);
      if (check.reserve === this.#disk) this.#unmeasured += Math.max(0, shrunk);
      if (!check.reserve.short) continue;
      await Promise.all([...check.sandboxes].map((watched) => this.#inspect(watched, true)));
      // Measures again, because sandboxes that have just exited may have freed enough of the resource.
      await check.reserve.measure(check.sandboxes);
      check.reserve.enforce(new Set([...check.sandboxes].filter((watched) => this.#sandboxes.has(watched))));
    }
  }

  /**
   * Measures the usage of the sandbox, and ends the sandbox if a limit is exceeded. Only one measurement of a sandbox
   * runs at a time.
   */
  async #inspect(watched: WatchedProcess, thoroughly: boolean): Promise<void> {
    const last = this.#sandboxes.get(watched);
    if (!last) return;
    last.inspecting ??= this.#measure(watched, last, thoroughly).finally(() => {
      last.inspecting = undefined;
    });
    await last.inspecting;
  }

  async #measure(watched: WatchedProcess, last: Measurement, asked: boolean): Promise<void> {
    const { folders, limits } = watched;
    last.inspections += 1;
    last.inspectedAt = this.#now();
    const thoroughly = asked || last.inspections % thoroughEvery === 0;
    const pids = watched.members();
    last.hidden = hiddenUsage(pids, { thoroughly, first: watched.first });
    const { hidden } = last;
    const most = { bytes: limits.outputBytes - hidden.bytes, files: limits.outputFiles - hidden.files };
    last.usage = await folderUsage([folders.output, folders.work], most);
    if (!this.#sandboxes.has(watched)) return;
    const tooManyFiles = hidden.tmp.files > limits.outputFiles;
    if (last.usage.bytes > most.bytes || last.usage.files > most.files || tooManyFiles)
      watched.end('output_limit');
    if (watched.memoryBounded) return;
    const held = hidden.memory + hidden.tmp.bytes;
    last.memory = held + anonymousMemory(pids, thoroughly);
    if (last.memory > limits.memory && !thoroughly) last.memory = held + anonymousMemory(pids, true);
    if (last.memory > limits.memory) watched.end('memory_limit');
  }

  #measured(watched: WatchedProcess): Pick<Measurement, 'usage' | 'hidden' | 'memory'> {
    const nothing = { bytes: 0, files: 0 };
    return (
      this.#sandboxes.get(watched) ?? {
        usage: nothing,
        memory: 0,
        hidden: { ...nothing, memory: 0, tmp: nothing },
      }
    );
  }
}

async function freeMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8');
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1];
  return kilobytes === undefined ? Infinity : Number(kilobytes) * 1024;
}
