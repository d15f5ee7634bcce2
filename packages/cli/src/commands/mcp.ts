/** `protean mcp`: tools for agents on standard input and output, for the files of this machine (contract §13.9). */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Context, Run } from '../command.ts';
import { findAccount, type Account } from '../config.ts';
import { CommandError, exitStatus } from '../exit-status.ts';
import { stdioServer } from '../mcp/stdio-server.ts';
import { complainLines, complainOf } from '../terminal.ts';
import { Upstream } from '../mcp/upstream.ts';

export const mcp: Run = async (context) => {
  const { args, signal } = context;
  for (const folder of args.positionals) await requireFolder(folder);
  await using server = new Server(context);
  const served = serveStdio(
    () => stdioServer({ upstream: () => server.upstream, folders: args.positionals }),
    {
      onerror: (error) => complainLines(error.message),
    },
  );
  // The client closes standard input when it is done.
  const { stdin } = process;
  const ends = [once(stdin, 'close'), once(stdin, 'end'), once(signal, 'abort'), once(process, 'SIGTERM')];
  await Promise.race(ends);
  await served.close();
  return exitStatus.ok;
};

/** Returns the named server, or a local one. */
class Server implements AsyncDisposable {
  readonly #context: Context;
  #opened: Promise<Account & { close?: () => Promise<void> }> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Started on the first call: clients also start processes only to read the supported versions. */
  get upstream(): Promise<Upstream> {
    this.#opened ??= this.#open();
    return this.#opened.then((account) => new Upstream(account));
  }

  async #open(): Promise<Account & { close?: () => Promise<void> }> {
    const { args, surroundings, local } = this.#context;
    const named = args.flags.get('server') ?? surroundings.server;
    const known = named === undefined && local.converts ? undefined : await findAccount(named, surroundings);
    return (
      known ??
      local.openServer().catch((error: unknown) => {
        complainOf(error);
        throw error;
      })
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close?.();
  }
}

async function requireFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new CommandError(`Not a folder: ${folder}.`, exitStatus.noSuchFile);
}
