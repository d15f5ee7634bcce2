/**
 * TOML 1.1, which is a superset of 1.0. The format has no null. Null members of a map are left out. Null members of a
 * list become empty strings, so that the other members keep their indexes. Numbers beyond 64 bits are written as text.
 * Scalars come before tables, as the grammar requires.
 */
import { parse, type TomlTable, type TomlValue } from 'smol-toml';
import type { Codec } from '../codec.ts';
import { heldMembers, note, noteIfBroken } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import { quotedScalars, type QuotedScalars } from './toml-scalars.ts';
import {
  InvalidData,
  isList,
  isMap,
  Moment,
  maxDigits,
  Numeral,
  rootMap,
  setsAsLists,
  type Value,
  type ValueMap,
} from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) => {
    const text = decodeText(bytes);
    if (text.startsWith('\uFEFF')) throw new InvalidData('it begins with two byte order marks');
    const scalars = quotedScalars(text);
    return toMap(readToml(scalars.text), scalars);
  },
  write: (value) => {
    const lines: string[] = [];
    writeTable(rootMap(setsAsLists(value)), '', lines);
    return `${lines.join('\n').replace(/^\n/, '')}\n`;
  },
};

const longNumber = new RegExp(String.raw`[=,[][ \t\n]*[-+]?\d[\w.+-]{${maxDigits}}`);

function readToml(text: string): TomlTable {
  if (longNumber.test(text)) throw new InvalidData(`a number of more than ${maxDigits} digits`);
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    throw new InvalidData(String((error as Error).message).split('\n', 1)[0], { cause: error });
  }
}

function toMap(table: TomlTable, scalars: QuotedScalars): ValueMap {
  return new Map(Object.entries(table).map(([key, member]) => [key, toValue(member, scalars)]));
}

function toValue(from: TomlValue, scalars: QuotedScalars): Value {
  if (typeof from === 'string') return scalars.scalarOf(from) ?? from;
  if (typeof from === 'bigint') return Numeral.of(from);
  if (typeof from === 'number') return Numeral.float(from);
  if (Array.isArray(from)) return from.map((member) => toValue(member, scalars));
  if (from instanceof Date) throw new InvalidData('a date that was not found before');
  return typeof from === 'object' ? toMap(from, scalars) : from;
}

function writeTable(table: ValueMap, path: string, lines: string[]): void {
  const members = heldMembers(table);
  for (const [key, member] of members.filter(([, member]) => !isTable(member))) {
    lines.push(`${writeKey(key)} = ${inline(member)}`);
  }
  for (const [key, member] of members) {
    const name = path + writeKey(key);
    for (const [open, close, inner] of headed(member)) {
      // A table that contains only tables needs no header.
      if (open === '[[' || inner.size === 0 || [...inner.values()].some((value) => !isTable(value))) {
        lines.push('', `${open}${name}${close}`);
      }
      writeTable(inner, `${name}.`, lines);
    }
  }
}

function headed(member: Value): [string, string, ValueMap][] {
  if (isMap(member)) return [['[', ']', member]];
  return isTable(member) ? member.filter(isMap).map((inner) => ['[[', ']]', inner]) : [];
}

/** Returns whether `value` is written under a header: a map, or a list that contains only maps. */
function isTable(value: Value): value is ValueMap | ValueMap[] {
  return isMap(value) || (isList(value) && value.length > 0 && value.every(isMap));
}

function inline(value: Value): string {
  if (isList(value)) return `[${value.map(inline).join(', ')}]`;
  if (isMap(value)) {
    const members = heldMembers(value);
    return `{${members.map(([key, member]) => `${writeKey(key)} = ${inline(member)}`).join(', ')}}`;
  }
  if (value === null) {
    note('nulls_left_out', 'in lists');
    return '""';
  }
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Numeral) return numeral(value);
  if (value instanceof Moment) return value.text;
  return quote(typeof value === 'string' ? value : Buffer.from(value).toString('base64'));
}

function numeral(value: Numeral): string {
  const fits = value.isInteger ? value.fitsInt64 : value.double !== undefined;
  if (!fits) {
    note('values_as_text', 'numbers beyond 64 bits');
    return quote(value.text);
  }
  // TOML integers have no negative zero.
  return value.text === '-0' ? '-0.0' : value.text.replace('NaN', 'nan').replace('Infinity', 'inf');
}

function writeKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quote(key);
}

// TOML has the same escapes as JSON, but forbids U+007F and unpaired surrogates.
function quote(text: string): string {
  return JSON.stringify(noteIfBroken(text).toWellFormed()).replaceAll('\u007f', '\\u007f');
}
