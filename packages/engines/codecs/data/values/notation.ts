/**
 * Reads JSON and JSON5 token by token. Keeps all digits of numbers, the order of keys, and the exact text of each key.
 */
import { setMember } from './noted.ts';
import { lineAndColumn } from '../text.ts';
import { InvalidData, isMap, maxLevels, type Scalar, type Value } from './value.ts';

/** The differences between JSON and JSON5. */
export interface Grammar {
  /**
   * A sticky pattern that matches one token, or a run of white space and comments. Group 1 of the pattern is set only
   * if the match is a token.
   */
  token: RegExp;
  /** Returns the value that a token represents, or undefined if the token is not a value. */
  scalar(token: string): Scalar | undefined;
  /** Returns the key that a token represents, or undefined if the token is not a key. */
  key(token: string): string | undefined;
  trailingComma: boolean;
  /** Called with each run of white space and comments. */
  onBlank?(text: string): void;
}

interface Token {
  text: string;
  at: number;
}

/** Reads exactly one value. A repeated key keeps its last value. @throws {@link InvalidData} with line and column. */
export function readNotation(text: string, grammar: Grammar): Value {
  const tokens = new Tokens(text, grammar);
  const value = readValue(tokens, tokens.next(), 0);
  const rest = tokens.next();
  if (rest.text !== '') throw tokens.unexpected(rest);
  return value;
}

class Tokens {
  readonly grammar: Grammar;
  readonly #text: string;
  #at = 0;

  constructor(text: string, grammar: Grammar) {
    this.#text = text;
    this.grammar = grammar;
  }

  /** Returns the next token, or an empty token at the end. */
  next(): Token {
    const { token } = this.grammar;
    while (this.#at < this.#text.length) {
      token.lastIndex = this.#at;
      const found = token.exec(this.#text);
      const at = this.#at;
      if (!found) throw this.unexpected({ text: this.#text.slice(at, at + 1), at });
      this.#at = token.lastIndex;
      if (found[1] !== undefined) return { text: found[1], at };
      this.grammar.onBlank?.(found[0]);
    }
    return { text: '', at: this.#text.length };
  }

  unexpected({ text, at }: Token): InvalidData {
    const what = text === '' ? 'the file ends too early' : `unexpected ${JSON.stringify(text.slice(0, 20))}`;
    return new InvalidData(`${what} at ${lineAndColumn(this.#text, at)}`);
  }
}

function readValue(tokens: Tokens, token: Token, level: number): Value {
  if (level > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
  if (token.text === '{') return readMembers(tokens, new Map<string, Value>(), '}', level);
  if (token.text === '[') return readMembers(tokens, [], ']', level);
  const scalar = tokens.grammar.scalar(token.text);
  if (scalar === undefined) throw tokens.unexpected(token);
  return scalar;
}

function readMembers<Into extends Value[] | Map<string, Value>>(
  tokens: Tokens,
  into: Into,
  end: string,
  level: number,
): Into {
  let token = tokens.next();
  if (token.text === end) return into;
  for (;;) {
    if (isMap(into)) {
      const key = tokens.grammar.key(token.text);
      if (key === undefined) throw tokens.unexpected(token);
      const colon = tokens.next();
      if (colon.text !== ':') throw tokens.unexpected(colon);
      setMember(into, key, readValue(tokens, tokens.next(), level + 1));
    } else {
      into.push(readValue(tokens, token, level + 1));
    }
    const separator = tokens.next();
    if (separator.text === end) return into;
    if (separator.text !== ',') throw tokens.unexpected(separator);
    token = tokens.next();
    if (token.text === end && tokens.grammar.trailingComma) return into;
  }
}
