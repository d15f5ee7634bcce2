/**
 * Re-indents TOML line by line. Keeps comments, order and the spelling of every value.
 *
 * No library is used: the libraries that keep comments read only TOML 1.0, and smol-toml does not keep comments.
 */
import { tomlToken } from '../text/toml-scalars.ts';
import type { Reformatter } from './reformatter.ts';

export const reformatToml: Reformatter = (text, { indent }) => {
  const lines = new Lines(indent);
  for (const { 0: token, groups = {} } of text.matchAll(tomlToken)) {
    const { blank, sign } = groups;
    if (blank === undefined || blank.startsWith('#')) lines.add(token.replace(/\s+$/, ''), sign ?? '');
    else lines.space(token);
  }
  return lines.finish();
};

/** Collects output lines, and indents lines inside brackets. */
class Lines {
  readonly #indent: number | undefined;
  readonly #parts: string[] = [];
  #line = '';
  #space = '';
  #depth = 0;
  /** Number of line breaks since the last token. */
  #breaks = 0;
  #last = '';

  constructor(indent: number | undefined) {
    this.#indent = indent;
  }

  space(blank: string): void {
    this.#breaks += blank.split('\n').length - 1;
    this.#space += blank.replace(/^.*\n/s, '').replaceAll('\r', '');
  }

  add(token: string, sign: string): void {
    const closes = sign === ']' || sign === '}';
    if (closes) this.#depth -= 1;
    if (this.#breaks > 0) this.#break(closes);
    else if (this.#line !== '') this.#line += this.#gap(token, sign);
    this.#line += token;
    if (sign === '[' || sign === '{') this.#depth += 1;
    [this.#space, this.#last] = ['', token];
  }

  finish(): string {
    return `${[...this.#parts, this.#line].join('\n').replace(/^\n+/, '')}\n`;
  }

  #break(closes: boolean): void {
    this.#parts.push(this.#line);
    // Keeps one blank line between paragraphs, but none before a closing bracket.
    if (this.#breaks > 1 && !closes) this.#parts.push('');
    this.#line =
      this.#indent === undefined ? this.#space : ' '.repeat(Math.max(0, this.#depth) * this.#indent);
    this.#breaks = 0;
  }

  /** Returns the white space between two tokens of a line. */
  #gap(token: string, sign: string): string {
    if (this.#indent === undefined) return this.#space;
    if (token.startsWith('#') || sign === '=' || this.#last === '=') return ' ';
    return sign === '' && this.#last === ',' ? ' ' : this.#space === '' ? '' : ' ';
  }
}
