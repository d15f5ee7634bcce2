/**
 * Features that need a checkout of the repository: conversions on this machine, and the commands for operators of a
 * server.
 */
import type { Tool } from '@modelcontextprotocol/server';
import type { Account } from './config.ts';
import type { Converter } from './converter.ts';

/** A command of the server's package. Each of these commands parses its arguments itself. */
export interface LocalCommand {
  name: string;
  description: string;
}

/** A local server, and a key that is known only to this process. */
export interface LocalServer extends Account {
  close(): Promise<void>;
}

export interface Local {
  /** Whether files can be converted without a server. */
  converts: boolean;
  /** Commands of the server's package. The list is empty without a checkout of the repository. */
  commands(): Promise<readonly LocalCommand[]>;
  /** Runs a command. Returns the exit status, or undefined if the command is unknown. */
  run(name: string, args: string[]): Promise<number | undefined>;
  /**
   * Opens a local converter. Stores the result of a successful sandbox check in `cacheFolder`, so that later commands
   * skip the check. Throws `CommandError` if there is no checkout.
   */
  openConverter(cacheFolder: string): Promise<Converter>;
  /** Starts a local server. If `signal` aborts, cancels the start. Throws `CommandError` if there is no checkout. */
  openServer(signal: AbortSignal): Promise<LocalServer>;
  /** Returns the tools of a local server without starting it. Throws `CommandError` if there is no checkout. */
  listTools(): Promise<readonly Tool[]>;
}
