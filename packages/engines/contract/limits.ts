/** Resource limits of programs in a sandbox, and the flags that make the kernel enforce them. */

export interface SandboxLimits {
  /** Wall time in milliseconds. The time that a run waits for a busy processor does not count. */
  wallMs: number;
  /**
   * Maximum wall time in milliseconds, including the time that the run waits for a busy processor. The default is
   * `wallMs`.
   */
  longestWallMs?: number;
  /** Processor time of each process in milliseconds. The default is 4 times `wallMs`. */
  cpuMs?: number;
  /**
   * Memory limit in bytes. With control groups, the memory limit applies to all processes together. Without control
   * groups, the memory limit applies to each process.
   */
  memory: number;
  /** Maximum number of concurrent processes and threads. */
  processes: number;
  /**
   * Maximum size in bytes of the folders `out` and `work` together. The value of `outputBytes` is also the maximum size
   * of each single file.
   */
  outputBytes: number;
  /** Maximum number of files and folders in the folders `out` and `work` together. */
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
    // RLIMIT_DATA counts only writable memory. A limit on the whole address space (--as) would stop V8 at startup.
    `--data=${limits.memory}`,
    // At the soft limit, the kernel sends SIGXCPU, which shows that the time limit was exceeded. At the hard limit, the
    // kernel sends SIGKILL.
    `--cpu=${cpuSeconds(limits)}:${cpuSeconds(limits) + 2}`,
  ];
}

/** Returns the processor time limit in whole seconds, because the kernel accepts only whole seconds. */
export const cpuSeconds = ({ cpuMs, wallMs }: SandboxLimits): number =>
  Math.ceil((cpuMs ?? wallMs * 4) / 1000);
