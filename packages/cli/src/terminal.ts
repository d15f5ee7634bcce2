/**
 * Writes to standard output and standard error. All file names and messages from servers pass through this module
 * before they reach a terminal.
 */
import { inspect } from 'node:util';
import { visible, visibleJson, visibleLines } from '@protean/formats/visible.ts';
import { describeError } from './exit-status.ts';

const { stdout, stderr } = process;

/** Prints one line. Control characters and line breaks in the line are shown as escapes. */
export const print = (line: string) => void stdout.write(`${visible(line)}\n`);

/** Prints several lines. */
export const printLines = (text: string) => void stdout.write(`${visibleLines(text)}\n`);

export const printJson = (value: object) => void stdout.write(`${visibleJson(JSON.stringify(value))}\n`);

/** Prints generated text, such as a script, without escaping control characters. */
export const printUnchanged = (text: string) => void stdout.write(text);

/** Prints one line to standard error. */
export const complain = (line: string) => void stderr.write(`${visible(line)}\n`);

/** Prints several lines to standard error. */
export const complainLines = (text: string) => void stderr.write(`${visibleLines(text)}\n`);

/** Prints one line for `error`, or its stack if the error is a bug. */
export function complainOf(error: unknown): void {
  const described = describeError(error);
  // Errors of the server's package, such as invalid settings, may have several lines.
  if (described && !['ConfigError', 'UsageError'].includes((error as Error).name))
    complain(described.message);
  else complainLines(described?.message ?? inspect(error));
}

/** A line that is updated while work continues. */
export interface MovingLine {
  show(line: string): void;
  clear(): void;
}

/**
 * Returns the progress line on standard error. The line stays empty if standard error is not a terminal or if progress
 * lines are disabled.
 */
export function movingLine(plain: boolean): MovingLine {
  const moves = !plain && stderr.isTTY;
  let shown = false;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  return {
    clear,
    show(line) {
      if (!moves) return;
      clear();
      stderr.write(cut(visible(line), stderr.columns || defaultColumns));
      shown = true;
    },
  };
}

/** Assumed width if the width of the terminal is unknown. */
const defaultColumns = 80;

const cut = (line: string, columns: number) =>
  line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;

/** Prints a prompt to standard error. */
export const prompt = (text: string) => void stderr.write(visible(text));

/** Ends the line of the prompt. */
export const endPrompt = () => void stderr.write('\n');
