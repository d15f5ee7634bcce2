/** JSON5, which adds comments, single quotes, unquoted keys, trailing commas, NaN and the infinities to JSON. */
import JSON5 from 'json5';
import type { Codec } from '../codec.ts';
import { jsonScalar, words, writeJson } from './json.ts';
import { note, noteIfBroken } from '../values/noted.ts';
import { readNotation, type Grammar } from '../values/notation.ts';
import { decodeText } from '../text.ts';
import { integerOf, Numeral, type Scalar } from '../values/value.ts';

const blank = String.raw`(?:[\s\uFEFF]+|\/\/[^\n\r\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+`;
const quoted = (quote: string) =>
  String.raw`${quote}[^${quote}\\\n\r]*(?:\\(?:\r\n|[^])[^${quote}\\\n\r]*)*${quote}`;
const word = String.raw`(?:[-+.$\w\u0080-\uFFFF]|\\u[\da-fA-F]{4})+`;

/** Matches a comment. */
export const json5Comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//g;

/** Matches one token, or a run of white space and comments. Group 1 contains the token. */
export const json5Token = new RegExp(`${blank}|([{}[\\],:]|${quoted('"')}|${quoted("'")}|${word})`, 'y');

const json5: Grammar = {
  token: json5Token,
  scalar: (token) => {
    const named = words.get(token);
    if (named !== undefined) return named;
    return /^["']/.test(token) ? unquote(token) : numeralIn(token);
  },
  key: (token) => (/^["']/.test(token) ? unquote(token) : nameIn(token)),
  trailingComma: true,
  onBlank: (text) => {
    if (text.includes('/')) note('comments_left_out', '', text.match(json5Comment)?.length);
  },
};

function unquote(token: string): string {
  return token.includes('\\') ? noteIfBroken(JSON5.parse<string>(token)) : token.slice(1, -1);
}

const bareName = /^[A-Za-z_$][\w$]*$/;

function nameIn(token: string): string | undefined {
  if (bareName.test(token)) return token;
  if (/^[-+.\d{}[\],:]/.test(token)) return undefined;
  return Object.keys(JSON5.parse<object>(`{${token}:0}`))[0];
}

/**
 * Returns the number that a JSON5 token represents, or undefined if the token is not a number. `+1`, `.5`, `5.` and
 * `0xFF` are valid in JSON5, but not in JSON.
 */
function numeralIn(token: string): Scalar | undefined {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(token) ?? [];
  const minus = sign === '-' ? '-' : '';
  if (digits === 'NaN') return new Numeral('NaN');
  if (digits === 'Infinity') return new Numeral(`${minus}Infinity`);
  if (/^0[xX][\da-fA-F]+$/.test(digits)) return new Numeral(`${minus}${integerOf(digits)}`);
  return Numeral.parse(minus + digits.replace(/^\./, '0.').replace(/\.(?=$|[eE])/, ''));
}

export const codec: Codec = {
  read: (bytes) => readNotation(decodeText(bytes), json5),
  write: (value, { indent = 2 }) =>
    `${writeJson(value, {
      indent,
      key: (key) => (bareName.test(key) ? key : JSON.stringify(key)),
      scalar: (scalar) => (scalar instanceof Numeral ? scalar.text : jsonScalar(scalar)),
    })}\n`,
};
