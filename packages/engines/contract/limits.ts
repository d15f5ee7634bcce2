/** How much a program in a sandbox may use, and the flags that make the kernel enforce it. */

export interface SandboxLimits {
  /** Wall time, milliseconds. */
  wallMs: number;
  /** Processor time of each process, milliseconds; by default that of four cores for all of the wall time. */
  cpuMs?: number;
  /** Bytes of memory of all processes together where control groups are available, of each process elsewhere. */
  memory: number;
  /** The number of processes and threads at the same time. */
  processes: number;
  /** Bytes in `out` and `work` together, and of any single file. */
  outputBytes: number;
  /** The number of files and folders in `out` and `work` together. */
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

/** The `prlimit` flags for the limits that the kernel enforces for each process. */
export function prlimitFlags(limits: SandboxLimits): string[] {
  return [
    '--core=0',
    '--nofile=512',
    `--nproc=${limits.processes}`,
    `--fsize=${limits.outputBytes}`,
    // A limit of the address space (--as) would stop V8 at its start; RLIMIT_DATA counts only writable memory.
    `--data=${limits.memory}`,
    // The hard limit ends a process with SIGKILL, the soft one with SIGXCPU, which names the cause.
    `--cpu=${cpuSeconds(limits)}:${cpuSeconds(limits) + 2}`,
  ];
}

/** The processor time limit in whole seconds, as the kernel counts it. */
export const cpuSeconds = ({ cpuMs, wallMs }: SandboxLimits): number =>
  Math.ceil((cpuMs ?? wallMs * 4) / 1000);
