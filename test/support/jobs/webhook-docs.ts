/**
 * Starts the example webhook receivers of docs/webhooks.md. The first line of each example describes how to start the
 * example.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, isListening } from '../server/ports.ts';
import { until } from '../server/service.ts';

interface Language {
  name: string;
  /** Language of the code block in docs/webhooks.md. */
  fence: string;
  file: string;
  command: (file: string, port: number) => readonly [program: string, ...args: string[]];
  /**
   * Whether each connection starts a new process. The connection is the standard input and output of the new process.
   */
  perConnection?: true;
}

export const languages: readonly Language[] = [
  { name: 'TypeScript', fence: 'ts', file: 'receiver.ts', command: (file) => [process.execPath, file] },
  { name: 'Python', fence: 'python', file: 'receiver.py', command: (file) => ['python3', file] },
  { name: 'Go', fence: 'go', file: 'receiver.go', command: (file) => ['go', 'run', file] },
  {
    ...{ name: 'PHP', fence: 'php', file: 'receiver.php' },
    command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  { name: 'Ruby', fence: 'ruby', file: 'receiver.rb', command: (file) => ['ruby', file] },
  { name: 'Java', fence: 'java', file: 'Receiver.java', command: (file) => ['java', file] },
  {
    ...{ name: 'C#', fence: 'csharp', file: 'Program.cs' },
    command: (file) => ['dotnet', 'run', '--project', path.dirname(file)],
  },
  {
    ...{ name: 'bash', fence: 'bash', file: 'receiver.sh', perConnection: true },
    command: (file) => ['bash', file],
  },
];

const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

/**
 * Returns the first code block of docs/webhooks.md in the given language. Throws if docs/webhooks.md has no code block
 * in this language.
 */
export function codeIn({ fence }: Language): string {
  const code = new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\`$`, 'm').exec(docs)?.[1];
  if (!code) throw new Error(`docs/webhooks.md has no code block in ${fence}`);
  return code;
}

export const isInstalled = ({ command }: Language): boolean =>
  spawnSync('which', [command('', 0)[0]]).status === 0;

export interface RunningReceiver {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the receiver of a language in the folder `dir`. Rejects with the receiver's output if the receiver does not
 * listen within 1 minute.
 */
export async function startInDocs(language: Language, dir: string, secret: string): Promise<RunningReceiver> {
  const file = path.join(dir, language.file);
  await writeFile(file, codeIn(language));
  const port = await freePort();
  const [program, ...args] = language.command(file, port);
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), GOCACHE: path.join(dir, 'go') };
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    spawn(program, args, { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  if (language.perConnection) return { url, close: await serveEach(port, start) };
  const child = start();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const close = async () => {
    const gone = once(child, 'exit');
    // Kills the process group, which includes the processes that the receiver has started, such as the program built by
    // `go run`.
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    if (child.exitCode === null) await gone;
  };
  try {
    await until(`${language.name} listens`, 60_000, () => {
      if (child.exitCode !== null) throw new Error(`the receiver exited:\n${output}`);
      return isListening(port);
    });
  } catch (error) {
    await close();
    throw new Error(`${language.name} does not listen:\n${output}`, { cause: error });
  }
  return { url, close };
}

/** Listens on `port`, and starts the receiver once for each connection, like inetd. */
async function serveEach(
  port: number,
  start: () => ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream },
): Promise<() => Promise<void>> {
  const server = createServer((socket) => {
    const child = start();
    socket.on('error', () => child.kill('SIGKILL'));
    child.stdin.on('error', () => undefined);
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    await once(server, 'close');
  };
}
