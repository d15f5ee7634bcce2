/** Starts Debian's Redis for tests, on a free port of this machine and without persistence. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../server/ports.ts';

export interface RedisServer {
  env: { REDIS_URL: string };
  start(): Promise<void>;
  /**
   * Sends `signal` to the server. After SIGSTOP, the server does not respond until it gets SIGCONT. After SIGKILL,
   * {@link start} starts the server again.
   */
  signal(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn('/usr/bin/redis-server', settings, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
    await untilReady(server);
  };
  const signal = async (name: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(name);
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') await gone;
  };
  await start();
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
  return { env, start, signal, close: () => signal('SIGKILL') };
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.stdout) throw new Error('Redis has no stdout');
    createInterface(server.stdout).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (status) => reject(new Error(`Redis exited with ${status}`)));
  });
}
