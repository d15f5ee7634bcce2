/** Prints the output of commands. Control characters in names of accounts, keys and files are shown as escapes. */
import { inspect } from 'node:util';
import { visible, visibleJson, visibleLines } from '@protean/formats/visible.ts';

/** Prints text of one or several lines. */
export const print = (text: string) => void process.stdout.write(`${visibleLines(text)}\n`);

export const printJson = (value: unknown) =>
  void process.stdout.write(`${visibleJson(JSON.stringify(value))}\n`);

/** Prints a string, or an internal error with its stack, to standard error. */
export const complain = (problem: unknown) =>
  void process.stderr.write(`${visibleLines(typeof problem === 'string' ? problem : inspect(problem))}\n`);

/**
 * Shows the current activity on one line on standard error. The next activity replaces the line. No-op without a
 * terminal.
 */
export function progressLine() {
  const { stderr } = process;
  const clear = () => void (stderr.isTTY && stderr.write('\r\x1b[K'));
  return {
    clear,
    show: (text: string) => {
      clear();
      // Shortens the text to the width of the terminal. A text that is longer than a line would wrap, and `clear` would
      // erase only its last line. If the terminal reports no width, 80 columns are assumed.
      if (stderr.isTTY) stderr.write(visible(`${text} …`).slice(0, (stderr.columns || 80) - 1));
    },
  };
}
