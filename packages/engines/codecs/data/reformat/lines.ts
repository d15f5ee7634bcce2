/** Tidies formats that are read line by line: line ends, blank lines and white space that means nothing. */
import type { Reformatter } from './reformatter.ts';

/** The text with `\n` as its line ends and one at its end, without a byte order mark. */
function tidied(text: string): string {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  return `${body}\n`;
}

/** Without white space at the ends of lines, repeated blank lines and those at the beginning. */
function trimmed(text: string): string {
  return tidied(
    tidied(text)
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, ''),
  );
}

export const reformatIni: Reformatter = (text) => trimmed(text);

/** The header names the encoding, which is UTF-8 now. */
export const reformatPo: Reformatter = (text) =>
  trimmed(text).replace(/(Content-Type: text\/plain; *charset=)[\w-]+/i, '$1UTF-8');

/**
 * White space at the end of a value belongs to it. Other characters than those of ASCII are escaped outside of comments, as
 * Java reads them differently in its versions.
 */
export const reformatProperties: Reformatter = (text) => {
  const lines: string[] = [];
  let continues = false;
  for (const line of tidied(text).split('\n')) {
    const isAside: boolean = !continues && /^[ \t\f]*(?:[#!]|$)/.test(line);
    if (isAside && line.trim() === '' && (lines.at(-1) ?? '') === '') continue;
    lines.push(isAside ? line.trim() : escaped(line.replace(/^[ \t\f]+/, '')));
    continues = !isAside && /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
  }
  return tidied(lines.join('\n'));
};

const escaped = (line: string) =>
  line.replace(
    /[^\t\f -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
