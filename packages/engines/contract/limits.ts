/** Resource limits of programs in a sandbox, and the flags that make the kernel enforce them. */

export interface SandboxLimits {
  /** Wall time in milliseconds. The time that a run waits for a busy processor does not count. */
  wallMs: number;
  /** Upper bound on the wall time including waits for a busy processor, in milliseconds. By default `wallMs`. */
  longestWallMs?: number;
  /** Processor time of each process in milliseconds. By default 4 times `wallMs`. */
  cpuMs?: number;
  /** Memory in bytes: in total if control groups are available, otherwise for each process. */
  memory: number;
  /** Maximum number of concurrent processes and threads. */
  processes: number;
  /** Maximum size of `out` and `work` together, and of any single file, in bytes. */
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
    // The soft limit sends SIGXCPU, which identifies the cause. The hard limit sends SIGKILL.
    `--cpu=${cpuSeconds(limits)}:${cpuSeconds(limits) + 2}`,
  ];
}

/** Returns the processor time limit in whole seconds, the kernel's unit. */
export const cpuSeconds = ({ cpuMs, wallMs }: SandboxLimits): number =>
  Math.ceil((cpuMs ?? wallMs * 4) / 1000);
