/** What a server takes that has nothing to do: itself and all that waits, counted so that shared pages count once. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from '../e2e/processes.ts';
import { startService } from '../e2e/service.ts';
import { spread, type Row } from './measure.ts';

const MB = 1024;

export async function benchMemory(): Promise<Row[]> {
  return [
    await idle('at rest with everything warm', { WARM: 'on' }, 450),
    await idle('at rest with WARM=off', { WARM: 'off' }, 120),
  ];
}

async function idle(what: string, env: Record<string, string>, most: number): Promise<Row> {
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
    const now = await proportionalSize([pid, ...descendants(pid)]);
    if (Math.abs(now - last) < now / 100) return now;
    last = now;
  }
  throw new Error('the server does not come to rest');
}

async function proportionalSize(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
