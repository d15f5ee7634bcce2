/** What a checkout adds: converting on this machine, and the commands of whoever runs a server. */
import type { Account } from './config.ts';
import type { Converter } from './converter.ts';

/** A command of the server's package, which reads its own words. */
export interface LocalCommand {
  name: string;
  description: string;
}

/** A server of this machine's own, on which nobody else has a key. */
export interface LocalServer extends Account {
  close(): Promise<void>;
}

export interface Local {
  /** Whether files can be converted without a server. */
  converts: boolean;
  /** None where there is no checkout. */
  commands(): Promise<readonly LocalCommand[]>;
  /** Answers the exit status; undefined where there is no such command. */
  run(name: string, words: string[]): Promise<number | undefined>;
  /** Throws `CommandError` where there is no checkout. */
  openConverter(): Promise<Converter>;
  /** The same. */
  openServer(): Promise<LocalServer>;
}
