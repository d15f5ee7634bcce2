/** Starts a real server for a test, as a separate process on a free port with a separate data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { checkResponses } from '../api/described-responses.ts';

/** Path of the command-line program that operators run. */
export const protean = fileURLToPath(new URL('../../../script/protean', import.meta.url));

export interface Service {
  url: string;
  /** URL of the separate listener for metrics, if METRICS_LISTEN is set. */
  metricsUrl: string | undefined;
  process: ChildProcess;
  dataDir: string;
  /** The most recent lines of the log. */
  log: readonly string[];
  /** Returns the names of the folders of running conversions. */
  jobFolders(): Promise<string[]>;
  /** Sends `signal` to the server and waits until it has exited. Returns the exit status of the server. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops the server, and removes its data folder unless the caller provided the folder. */
  close(): Promise<void>;
}

/**
 * Default settings, with rate limits that most tests do not reach. Warm engines (processes that wait for conversions)
 * are off unless a test needs them.
 */
const usual = { RATE_OVERRIDES: '{"anonymous":100000,"reading":100000}', WARM: 'off' };

/**
 * Starts a server. `command` is put before `protean serve`, for example to run the server in a namespace. Rejects with
 * the server's output if the server exits before it is ready.
 */
export async function startService(
  env: Record<string, string> = {},
  command: readonly string[] = [],
): Promise<Service> {
  const { DATA_DIR: callersDir } = env;
  const dataDir = callersDir ?? (await dataFolder());
  const [program = protean, ...args] = [...command, protean, 'serve'];
  // Passes the setting of the compile cache to the server. If a server is started with script/protean, the script sets
  // the compile cache.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...usual, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  const removeData = async () => {
    if (callersDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const url = await readyUrl(child, log).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  const assertDescribed = checkResponses(url);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    ...{ url, metricsUrl: metricsUrlIn(log), process: child, dataDir, log, stop },
    jobFolders: () => jobFolders(dataDir),
    close: async () => {
      await stop();
      await removeData();
      assertDescribed();
    },
  };
}

async function dataFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  // Engines may run as users other than the owner of this folder. The users of engines may traverse the folder, but
  // only the owner of the folder can list it.
  await chmod(dir, 0o711);
  return dir;
}

/** Maximum length of the retained log, in characters. The log of an hour can exceed the maximum length of a string. */
const maxLogged = 64 * 1024 * 1024;
/** Number of log lines in the message of an error. */
const quotedLines = 200;

function readyUrl(child: ChildProcess, log: string[]): Promise<string> {
  let logged = 0;
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        log.push(line);
        logged += line.length;
        while (logged > maxLogged) logged -= log.shift()?.length ?? logged;
        const ready = /ready at (http:[^"\s]+)/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
    }
    child.once('error', reject);
    child.once('exit', (status) => {
      reject(new Error(`the server exited with ${status}:\n${log.slice(-quotedLines).join('\n')}`));
    });
  });
}

const metricsUrlIn = (log: readonly string[]) =>
  log.map((line) => /metrics at (http:[^"\s]+)/.exec(line)?.[1]).find((url) => url !== undefined);

/** Returns the names of the folders under `dataDir` that belong to running conversions. */
export async function jobFolders(dataDir: string): Promise<string[]> {
  const work = path.join(dataDir, 'work');
  const owners = await readdir(work).catch(() => []);
  return (
    await Promise.all(owners.map((owner) => readdir(path.join(work, owner, 'jobs')).catch(() => [])))
  ).flat();
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** The error in the response. Empty if the body is not an error. */
  error: { code?: string; message?: string; details?: Record<string, unknown> };
}

/**
 * Returns the warning codes of a result in alphabetical order. If there are no warnings, returns a list with one empty
 * string.
 */
export const warningsOf = ({ headers }: Answer): string[] =>
  (headers.get('X-Conversion-Warnings') ?? '').split(', ').sort();

export async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer());
  const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '');
  const parsed =
    isJson && body.length > 0 ? (JSON.parse(body.toString()) as { error?: Answer['error'] }) : {};
  return { status: response.status, headers: response.headers, body, error: parsed.error ?? {} };
}

/**
 * Posts a form with the fields in the given order, and returns the response. The value of a field is a `File` or a
 * string.
 */
export async function post(
  url: string,
  fields: readonly (readonly [string, File | string])[],
  signal?: AbortSignal,
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return answerOf(await fetch(url, { method: 'POST', body, ...(signal ? { signal } : {}) }));
}

/** Sends a request with an API key as the bearer token and with `body` as JSON. Returns the response. */
export async function callWithKey(
  url: string,
  key: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return answerOf(await fetch(url, { method, headers, ...sent }));
}

/** Requests a free API key for the address `email`, and returns the response. */
export async function requestFreeKey(url: string, email: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return answerOf(
    await fetch(`${url}/v1/keys/free`, { method: 'POST', headers, body: JSON.stringify({ email }) }),
  );
}

/**
 * Polls until `holds` returns true, and rejects after `withinMs`. Tests use `until` for changes in other processes,
 * which emit no events.
 */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
