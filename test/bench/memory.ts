/** What a server takes that has nothing to do: itself and all that waits, counted as if nothing else ran beside it. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from '../support/processes.ts';
import { startService } from '../support/service.ts';
import { spread, type Measurement } from './measure.ts';

const MB = 1024;

export async function benchMemory(): Promise<Measurement[]> {
  return [
    // Books and the browser start with their first job.
    await idle('at rest with WARM=on', { WARM: 'on' }, 450),
    await idle('at rest with WARM=off', { WARM: 'off' }, 120),
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

/** KiB, once all processes are there and what they take has not moved by a hundredth for three seconds. */
async function settled(pid: number): Promise<number> {
  for (let last = 0, tries = 0; tries < 40; tries += 1) {
    await delay(3_000);
    const now = await size([pid, ...descendants(pid)]);
    if (Math.abs(now - last) < now / 100) return now;
    last = now;
  }
  throw new Error('the server does not come to rest');
}

/**
 * KiB of the processes' own memory, forks sharing theirs, and of the files that they map: of each part of a file as
 * much as the process that holds most of it. The kernel's proportional size of a file would be smaller the more of the
 * same programs run beside them, this one among them.
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

/** Empty when the process has gone. */
const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');
