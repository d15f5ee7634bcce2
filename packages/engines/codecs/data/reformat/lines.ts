/** Tidies line-based formats: line ends, blank lines and insignificant white space. */
import type { Reformatter } from './reformatter.ts';

/** Returns the text with LF line ends, and with a single line end after the last line. */
function tidied(text: string): string {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  return `${body}\n`;
}

/** Returns the text without trailing white space, repeated blank lines and leading blank lines. */
function trimmed(text: string): string {
  return tidied(
    tidied(text)
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, ''),
  );
}

export const reformatIni: Reformatter = (text) => trimmed(text);

/** Sets the encoding in the header to UTF-8, the encoding of the result. */
export const reformatPo: Reformatter = (text) =>
  trimmed(text).replace(/(Content-Type: text\/plain; *charset=)[\w-]+/i, '$1UTF-8');

/**
 * Keeps white space at the end of a value, because it is part of the value. Escapes non-ASCII characters outside
 * comments, because Java versions assume different encodings.
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
