/** Re-indents JSON5. Keeps comments, quotes, and the spelling of every key and number. */
import { json5Comment, json5Token } from '../text/json5.ts';
import type { Reformatter } from './reformatter.ts';

export const reformatJson5: Reformatter = (text, { indent = 0 }) => {
  const lines = new Lines(indent);
  json5Token.lastIndex = 0;
  for (let found = json5Token.exec(text); found && found[0] !== ''; found = json5Token.exec(text)) {
    const [blank, token] = found;
    if (token !== undefined) lines.token(token);
    else for (const [piece] of blank.matchAll(pieces)) lines.aside(piece);
  }
  return lines.finish();
};

const pieces = new RegExp(String.raw`${json5Comment.source}|[\s\uFEFF]+`, 'g');

const lineBreak = /[\n\r\u2028\u2029]/;

class Lines {
  readonly #indent: number;
  /** Completed lines. */
  readonly #lines: string[] = [];
  #line = '';
  #depth = 0;
  /**
   * Whether a line break is written before the next token. If `#breaks` is `layout`, the line break is written only if
   * the result is indented. If `#breaks` is `needed`, the line break is always written, because a `//` comment precedes
   * the token.
   */
  #breaks: 'no' | 'layout' | 'needed' = 'no';
  /** Whether the source has a line break after the previous token. */
  #newLine = true;
  #open = false;

  constructor(indent: number) {
    this.#indent = indent;
  }

  /** Writes a comment. White space is not written, and only its line breaks are noted. */
  aside(piece: string): void {
    if (!piece.startsWith('/')) {
      this.#newLine ||= lineBreak.test(piece);
      return;
    }
    if (this.#newLine && !this.#isEmpty) this.#breaks = this.#breaks === 'no' ? 'layout' : this.#breaks;
    // A comment after a value stays on the line of the value.
    if (this.#newLine) this.#begin();
    else if (this.#indent > 0 && !this.#isEmpty) this.#line += ' ';
    this.#line += piece.trimEnd();
    this.#open = false;
    this.#newLine = false;
    this.#breaks = piece.startsWith('//') ? 'needed' : this.#indent > 0 ? 'layout' : 'no';
  }

  token(token: string): void {
    const closes = token === '}' || token === ']';
    if (closes) this.#depth -= 1;
    if (closes && !this.#open && this.#breaks === 'no') this.#breaks = 'layout';
    if (closes && this.#open) this.#breaks = 'no';
    if (token === ',' && this.#breaks === 'layout') this.#breaks = 'no';
    this.#begin();
    this.#line += token === ':' && this.#indent > 0 ? ': ' : token;
    this.#open = token === '{' || token === '[';
    if (this.#open) this.#depth += 1;
    this.#newLine = false;
    this.#breaks = this.#open || token === ',' ? 'layout' : 'no';
  }

  finish(): string {
    return `${[...this.#lines, this.#line].join('\n').trimEnd()}\n`;
  }

  get #isEmpty(): boolean {
    return this.#lines.length === 0 && this.#line === '';
  }

  #begin(): void {
    if (this.#breaks === 'needed' || (this.#breaks === 'layout' && this.#indent > 0)) {
      this.#lines.push(this.#line.trimEnd());
      this.#line = ' '.repeat(this.#depth * this.#indent);
    }
    this.#breaks = 'no';
  }
}
