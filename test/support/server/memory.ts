/** Reads the memory usage of a process, as counted by the kernel. */
import { readFileSync } from 'node:fs';

/** Returns the current and the peak memory usage in MB. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const value = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: value('VmRSS'), peak: value('VmHWM') };
}
