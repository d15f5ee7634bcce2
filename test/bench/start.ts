/** How long `script/server` takes until it answers, once everything is set up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spread, timed, type Row } from './measure.ts';

const script = fileURLToPath(new URL('../../script/server', import.meta.url));

export async function benchStart(dataDir: string): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await timed(() => startAndStop(dataDir)));
  return [{ what: 'script/server ready, once set up', measured: spread(times), unit: 'ms', most: 2_000 }];
}

/** The stop is fast enough not to matter: a server at rest ends within milliseconds. */
async function startAndStop(dataDir: string): Promise<void> {
  const child = spawn(script, [], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.includes('ready at')) break;
  child.kill('SIGINT');
  await ended;
}
