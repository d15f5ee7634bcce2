/**
 * `protean mcp`: runs an MCP server on standard input and output. The server's tools convert files on this machine for
 * agents (contract §13.9).
 */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Context, Run } from '../command.ts';
import { findAccount, type Account } from '../config.ts';
import { CommandError, describeError, exitStatus } from '../exit-status.ts';
import { stdioServer, type ToolServer } from '../mcp/stdio-server.ts';
import { ToolFailure } from '../mcp/tool-failure.ts';
import { complainLines, complainOf } from '../terminal.ts';
import { Upstream } from '../mcp/upstream.ts';

export const mcp: Run = async (context) => {
  const { args, signal } = context;
  for (const folder of args.positionals) await requireFolder(folder);
  await using server = new Server(context);
  const served = serveStdio(() => stdioServer({ server, folders: args.positionals }), {
    onerror: (error) => complainLines(error.message),
  });
  // The client closes standard input when it no longer needs the tools.
  const { stdin } = process;
  const ends = [once(stdin, 'close'), once(stdin, 'end'), once(signal, 'abort'), once(process, 'SIGTERM')];
  await Promise.race(ends);
  await served.close();
  return exitStatus.ok;
};

/**
 * The Protean server that runs the tools: the server specified by the user, or a local server that this process starts.
 */
class Server implements ToolServer, AsyncDisposable {
  readonly #context: Context;
  readonly #closing = new AbortController();
  #opened: Promise<Account & { close?: () => Promise<void> }> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  async upstream(): Promise<Upstream> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // If the server cannot be opened, the next call tries again.
      this.#opened = undefined;
      throw error;
    });
    return new Upstream(await this.#opened);
  }

  /** Lists the tools. Does not wait until a local server has started, because clients give up after some seconds. */
  async listTools(signal: AbortSignal): Promise<readonly Tool[]> {
    return this.#isLocal ? this.#context.local.listTools() : (await this.upstream()).listTools(signal);
  }

  /** Starts a local server in the background. The first tool call waits for the server and reports its errors. */
  prepare(): void {
    if (this.#isLocal) this.upstream().catch(() => {});
  }

  get #named(): string | undefined {
    const { args, surroundings } = this.#context;
    return args.flags.get('server') ?? surroundings.server;
  }

  get #isLocal(): boolean {
    return this.#named === undefined && this.#context.local.converts;
  }

  async #open(): Promise<Account & { close?: () => Promise<void> }> {
    const { surroundings, local } = this.#context;
    const known = this.#isLocal ? undefined : await findAccount(this.#named, surroundings);
    if (known) return known;
    const { signal } = this.#closing;
    return local.openServer(signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      complainOf(error);
      const message = describeError(error)?.message;
      throw message === undefined ? error : new ToolFailure('service_unavailable', message);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close?.();
  }
}

async function requireFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new CommandError(`Not a folder: ${folder}.`, exitStatus.noSuchFile);
}
