/** How much one boxed program may use, and the words for what happens when it wants more. */

export interface SandboxLimits {
  /** Longest wall time, milliseconds. */
  wallMs: number;
  /** Processor time of each of its processes, milliseconds; four cores for all of the wall time where it is not said. */
  cpuMs?: number;
  /** Memory of all its processes together where cgroups can be had, of each process elsewhere; bytes. */
  memory: number;
  /** Processes and threads at once. */
  processes: number;
  /** Bytes it may leave in `out` and `work` together, and of any single file. */
  outputBytes: number;
  /** Files and folders it may leave there. */
  outputFiles: number;
}

const MB = 1024 * 1024;

export const defaultLimits = {
  wallMs: 60_000,
  memory: 1024 * MB,
  processes: 150,
  outputBytes: 1024 * MB,
  outputFiles: 10_000,
} satisfies SandboxLimits;

/** `prlimit` flags for what the kernel bounds by itself, process by process. */
export function prlimitFlags(limits: SandboxLimits): string[] {
  return [
    '--core=0',
    '--nofile=512',
    `--nproc=${limits.processes}`,
    `--fsize=${limits.outputBytes}`,
    // Address space (--as) would stop V8 at start; RLIMIT_DATA counts only what can be written.
    `--data=${limits.memory}`,
    // At the second number it would be SIGKILL, which says nothing.
    `--cpu=${cpuSeconds(limits)}:${cpuSeconds(limits) + 2}`,
  ];
}

/** The kernel counts whole seconds, and ends a process by SIGXCPU. */
export const cpuSeconds = ({ cpuMs, wallMs }: SandboxLimits): number =>
  Math.ceil((cpuMs ?? wallMs * 4) / 1000);
