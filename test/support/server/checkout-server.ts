/**
 * Starts a server from a Git checkout of the project, for example of an earlier version. Uses the script
 * `script/protean` of the checkout.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export interface CheckoutServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** Creates an account with limits that tests do not reach, and returns its API key. */
  createAccount(): Promise<string>;
}

const limit = 10_000_000;
const settings = {
  PORT: '0',
  RATE_OVERRIDES: JSON.stringify({ growth: limit }),
  QUOTA_OVERRIDES: JSON.stringify({ growth: limit }),
};

/**
 * Starts a server from a checkout in which script/setup has run. `own` contains additional settings. When the server is
 * closed, its data folder is removed, unless `own` specifies the folder.
 */
export async function startCheckout(
  checkout: string,
  own: Record<string, string> = {},
): Promise<CheckoutServer> {
  const { PATH } = process.env;
  const dir = own['DATA_DIR'] ?? (await mkdtemp(path.join(tmpdir(), 'protean-checkout-')));
  const env = { PATH, ...settings, ...own, DATA_DIR: dir };
  const program = path.join(checkout, 'script/protean');
  const child = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        if (lines.length < 100) lines.push(line);
        const ready = /ready at (http:[^"\s]+)/.exec(line)?.[1];
        if (ready !== undefined) resolve(ready.replace('localhost', '127.0.0.1'));
      });
    }
    child.once('exit', () =>
      reject(new Error(`the server of ${checkout} does not start:\n${lines.join('\n')}`)),
    );
  });
  const createAccount = async () => {
    const terms = ['--email', 'ada@example.com', '--plan', 'growth', '--json'];
    const { stdout } = await promisify(execFile)(program, ['admin', 'account', 'create', ...terms], { env });
    return (JSON.parse(stdout) as { api_key: string }).api_key;
  };
  const close = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (own['DATA_DIR'] === undefined) await rm(dir, { recursive: true, force: true });
  };
  return { url, pid: child.pid ?? 0, createAccount, [Symbol.asyncDispose]: close };
}
