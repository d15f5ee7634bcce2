/** Finds and runs PostgreSQL's backup programs from Debian's postgresql-client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { BackupError } from './backup-error.ts';
import { environmentOf } from './postgres-environment.ts';

type ProgramName = 'pg_dump' | 'pg_restore';

/** Debian's folder, with a subfolder per major version. */
const versionsDir = '/usr/lib/postgresql';

/**
 * Returns the path of a program for a PostgreSQL server with the major version `server`. Prefers a program of the
 * server's version, and otherwise returns the program with the newest version. Throws if no program is found, or if all
 * programs are older than the server.
 */
export async function findProgram(name: ProgramName, server: number, root = versionsDir): Promise<string> {
  const found: number[] = [];
  for (const version of (await readdir(root).catch(() => [])).map(Number))
    if (Number.isInteger(version) && (await isProgram(programAt(root, version, name)))) found.push(version);
  const newest = Math.max(...found);
  const remedy = `Install postgresql-client-${server}, or a later one, on this machine.`;
  if (found.length === 0) throw new BackupError(`${name} was not found below ${root}. ${remedy}`);
  if (newest < server)
    throw new BackupError(
      `${name} belongs to PostgreSQL ${newest}, which is older than the server (${server}). ${remedy}`,
    );
  return programAt(root, found.includes(server) ? server : newest, name);
}

const programAt = (root: string, version: number, name: ProgramName) =>
  path.join(root, String(version), 'bin', name);

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

interface Run {
  /**
   * `output` reads the program's output, and `input` writes its input. Input and output are pipes, so the program ends
   * when this process ends.
   */
  output?: (stream: Readable) => Promise<unknown>;
  input?: (stream: Writable) => Promise<unknown>;
}

/**
 * Runs a program on the database of `client`. If the program fails, throws an error with the program's error output.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { client, url }: { client: pg.Client; url: string },
  { output, input }: Run,
): Promise<void> {
  const child = spawn(program, args, { env: environmentOf(client, url), stdio: ['pipe', 'pipe', 'pipe'] });
  const said = text(child.stderr);
  const closed = once(child, 'close');
  // If the program cannot be started, the promise `closed` may reject before this function awaits it. The empty handler
  // prevents an unhandled rejection.
  closed.catch(() => {});
  try {
    await Promise.all([
      output ? output(child.stdout) : child.stdout.resume(),
      input ? input(child.stdin) : child.stdin.end(),
    ]).catch((error: NodeJS.ErrnoException) => {
      // EPIPE and ERR_STREAM_PREMATURE_CLOSE mean that the program ended before it read all input. The code below
      // reports the error output of the program.
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  } catch (error) {
    child.kill();
    await closed;
    throw error;
  }
  const [status] = (await closed) as [number | null];
  if (status !== 0)
    throw new BackupError(`${path.basename(program)} failed (${status ?? 'killed'}): ${(await said).trim()}`);
}
