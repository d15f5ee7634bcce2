/** Measures how long `script/server` takes to become ready if everything is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spread, type Measurement } from './measure.ts';

const script = fileURLToPath(new URL('../../script/server', import.meta.url));

export async function benchStart(dataDir: string): Promise<Measurement[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await readyMs(dataDir));
  return [
    {
      what: 'script/server, after setup: time until it is ready',
      measured: spread(times),
      unit: 'ms',
      most: 2_000,
    },
  ];
}

/** Starts the server, returns the milliseconds until it is ready, and stops it. */
async function readyMs(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(script, [], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.includes('ready at')) break;
  const ms = performance.now() - began;
  child.kill('SIGINT');
  await ended;
  return ms;
}
