/** The parts that need a checkout: local conversions, and the commands of a server's operator. */
import type { Tool } from '@modelcontextprotocol/server';
import type { Account } from './config.ts';
import type { Converter } from './converter.ts';

/** A command of the server's package, which parses its own arguments. */
export interface LocalCommand {
  name: string;
  description: string;
}

/** A local server with a key that only this process has. */
export interface LocalServer extends Account {
  close(): Promise<void>;
}

export interface Local {
  /** Whether files can be converted without a server. */
  converts: boolean;
  /** Empty without a checkout. */
  commands(): Promise<readonly LocalCommand[]>;
  /** Returns the exit status, or undefined for an unknown command. */
  run(name: string, args: string[]): Promise<number | undefined>;
  /** `cacheFolder` keeps results of checks for later commands. Throws `CommandError` without a checkout. */
  openConverter(cacheFolder: string): Promise<Converter>;
  /** Throws `CommandError` without a checkout. Stops a start that `signal` aborts. */
  openServer(signal: AbortSignal): Promise<LocalServer>;
  /** The tools of such a server, known without starting it. Throws `CommandError` without a checkout. */
  listTools(): Promise<readonly Tool[]>;
}
