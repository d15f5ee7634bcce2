/**
 * Measures the memory of an idle server, including the engine processes that wait for work. Other programs on the
 * machine do not affect the measured memory.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from '../support/server/processes.ts';
import { startService } from '../support/server/service.ts';
import { spread, type Measurement } from './measure.ts';

const MB = 1024;

export async function benchMemory(): Promise<Measurement[]> {
  return [
    // The memory does not include the engines for ebooks and web pages, because they start with their first job.
    await idle('idle server with WARM=on', { WARM: 'on' }, 450),
    await idle('idle server with WARM=off', { WARM: 'off' }, 120),
  ];
}

async function idle(what: string, env: Record<string, string>, most: number): Promise<Measurement> {
  const values: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const service = await startService(env);
    try {
      values.push((await settled(service.process.pid ?? 0)) / MB);
    } finally {
      await service.close();
    }
  }
  return { what, measured: spread(values), unit: 'MB', most };
}

/**
 * Waits until all processes have started and the memory changes by less than 1% in 3 s. Resolves with the memory in
 * KiB.
 */
async function settled(pid: number): Promise<number> {
  for (let last = 0, tries = 0; tries < 40; tries += 1) {
    await delay(3_000);
    const now = await size([pid, ...descendants(pid)]);
    if (Math.abs(now - last) < now / 100) return now;
    last = now;
  }
  throw new Error('the memory of the server does not settle');
}

/**
 * Returns the memory of the processes in KiB: their private memory plus the mapped files. Private memory that forked
 * processes share is counted once. A part of a file that several processes map is also counted once, with its largest
 * size in one of these processes. For mapped files, the kernel's proportional set size is not used, because this size
 * depends on all processes that run the same programs, including this process.
 */
async function size(pids: readonly number[]): Promise<number> {
  let own = 0;
  const files = new Map<string, number>();
  for (const pid of pids) {
    own += kib('Pss_Anon', await textOf(`/proc/${pid}/smaps_rollup`));
    for (const mapping of (await textOf(`/proc/${pid}/smaps`)).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
      const [, , offset, device, inode] = mapping.split(' ', 5);
      const part = `${device} ${inode} ${offset}`;
      const held = inode === '0' ? 0 : kib('Rss', mapping) - kib('Anonymous', mapping);
      files.set(part, Math.max(held, files.get(part) ?? 0));
    }
  }
  return own + [...files.values()].reduce((sum, held) => sum + held, 0);
}

const kib = (name: string, text: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

/** Returns the text of a file in /proc, or an empty string if the process has exited. */
const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');
