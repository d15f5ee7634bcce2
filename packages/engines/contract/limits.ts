/** Resource limits of programs in a sandbox, and the flags that make the kernel enforce them. */

export interface SandboxLimits {
  /** Wall time, milliseconds. Time in which the run waits for a processor that others use does not count. */
  wallMs: number;
  /** Upper bound of the wall time including that waiting, milliseconds. By default `wallMs`. */
  longestWallMs?: number;
  /** Processor time of each process, milliseconds. By default the time of 4 cores for all of the wall time. */
  cpuMs?: number;
  /** Bytes of memory: of all processes together if control groups are available, otherwise of each process. */
  memory: number;
  /** Maximum number of concurrent processes and threads. */
  processes: number;
  /** Bytes in `out` and `work` together, and of any single file. */
  outputBytes: number;
  /** Maximum number of files and folders in `out` and `work` together. */
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

/** Returns the `prlimit` flags for the limits that the kernel enforces for each process. */
export function prlimitFlags(limits: SandboxLimits): string[] {
  return [
    '--core=0',
    '--nofile=512',
    `--nproc=${limits.processes}`,
    `--fsize=${limits.outputBytes}`,
    // A limit on the address space (--as) would stop V8 at startup. RLIMIT_DATA counts only writable memory.
    `--data=${limits.memory}`,
    // The hard limit kills a process with SIGKILL. The soft limit uses SIGXCPU, which names the cause.
    `--cpu=${cpuSeconds(limits)}:${cpuSeconds(limits) + 2}`,
  ];
}

/** Returns the processor time limit in whole seconds, the kernel's unit. */
export const cpuSeconds = ({ cpuMs, wallMs }: SandboxLimits): number =>
  Math.ceil((cpuMs ?? wallMs * 4) / 1000);
