/**
 * Finds the dates, times and floats in TOML text and replaces them by quoted placeholders, so that no digits are lost.
 * smol-toml 1.9.1 converts these values to a `Date` or a double: it moves 30 February to March, rounds to milliseconds,
 * and reads 1e400 as infinity and 1.10 as 1.1.
 */
import { note } from '../values/noted.ts';
import { InvalidData, Moment, Numeral, type Scalar } from '../values/value.ts';

export interface QuotedScalars {
  text: string;
  /**
   * Returns the scalar that a placeholder in the parsed document represents, or undefined if `text` is not a
   * placeholder.
   */
  scalarOf: (text: string) => Scalar | undefined;
}

/** Matches one token of TOML 1.1. */
export const tomlToken = new RegExp(
  [
    String.raw`(?<blank>[ \t\r\n]+|#[^\n]*)`,
    String.raw`(?<text>"""(?:[^\\]|\\[^])*?"""{1,3}|'''[^]*?'''{1,3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`,
    String.raw`(?<date>\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?![\w.:+-])`,
    String.raw`(?<float>[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*(?:[eE][+-]?\d(?:_?\d)*)?|[eE][+-]?\d(?:_?\d)*))(?![\w.:+-])`,
    String.raw`(?<sign>[=,[\]{}])`,
    String.raw`(?<rest>[^\s#"'=,[\]{}]+|["'])`,
  ].join('|'),
  'gy',
);

/**
 * Returns `text` with placeholders for its dates, times and floats. @throws {@link InvalidData} for a day or a time
 * that does not exist.
 */
export function quotedScalars(text: string): QuotedScalars {
  const scalars: Scalar[] = [];
  const mark = markFor(text);
  const parts: string[] = [];
  /** Open scopes: an array, an inline table or the name of a table. */
  const open: ('array' | 'table' | 'name')[] = [];
  let [before, end] = ['', 0];
  for (const { groups = {}, 0: whole } of text.matchAll(tomlToken)) {
    const { blank, date, float, sign } = groups;
    end += whole.length;
    const isValue = before === '=' || (open.at(-1) === 'array' && (before === '[' || before === ','));
    const scalar = isValue ? scalarIn(date, float) : undefined;
    parts.push(scalar === undefined ? whole : `"${mark}${scalars.push(scalar) - 1}"`);
    if (sign === '[') open.push(isValue ? 'array' : 'name');
    else if (sign === '{') open.push('table');
    else if (sign === ']' || sign === '}') open.pop();
    if (blank?.startsWith('#') === true) note('comments_left_out');
    if (blank === undefined) before = sign ?? 'value';
  }
  return {
    text: parts.join('') + text.slice(end),
    scalarOf: (held) => (held.startsWith(mark) ? scalars[Number(held.slice(mark.length))] : undefined),
  };
}

/** Returns a placeholder that does not occur in the document. */
function markFor(text: string): string {
  for (let n = 0; ; n += 1) {
    const mark = `\uE000${n}\uE001`;
    if (!text.includes(mark)) return mark;
  }
}

function scalarIn(date: string | undefined, float: string | undefined): Scalar | undefined {
  if (float !== undefined) return new Numeral(float.replace(/^\+|_/g, ''));
  if (date === undefined) return undefined;
  const [, day = '', time = '', zone = ''] = /^(\d{4}-\d\d-\d\d)?[Tt ]?([\d:.]*)(.*)$/.exec(date) ?? [];
  // TOML 1.1 allows times without seconds.
  const clock = time.length === 5 ? `${time}:00` : time;
  const offset = zone.toUpperCase();
  const moment = Moment.parse(`${day}${day !== '' && time !== '' ? 'T' : ''}${clock}${offset}`);
  if (!moment || !/^(?:|Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(offset))
    throw new InvalidData(`the day or time ${date} does not exist`);
  return moment;
}
