/** Prints the output of commands. Control characters in names of accounts, keys and files are shown as escapes. */
import { inspect } from 'node:util';
import { visibleJson, visibleLines } from '@protean/formats/visible.ts';

/** Prints text of one or several lines. */
export const print = (text: string) => void process.stdout.write(`${visibleLines(text)}\n`);

export const printJson = (value: unknown) =>
  void process.stdout.write(`${visibleJson(JSON.stringify(value))}\n`);

/** Prints a text, or the stack of a bug, to standard error. */
export const complain = (problem: unknown) =>
  void process.stderr.write(`${visibleLines(typeof problem === 'string' ? problem : inspect(problem))}\n`);
