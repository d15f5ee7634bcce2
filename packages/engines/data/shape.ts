/**
 * Infers the types of columns from their values, for formats whose columns have types. Nothing is rounded to fit: where no
 * numeric type holds every digit, or the values are of different kinds, the column is text.
 */
import { textOf } from './untyped.ts';
import {
  InvalidData,
  isList,
  isMap,
  isNested,
  Moment,
  maxDigits as longestNumber,
  Numeral,
  type Value,
  type ValueMap,
} from './value.ts';

export type Shape =
  | { kind: 'boolean' | 'int64' | 'double' | 'text' | 'bytes' | MomentKind }
  | { kind: 'decimal'; digits: number; scale: number }
  | { kind: 'list'; of: Shape }
  | RecordShape;

export interface RecordShape {
  kind: 'record';
  members: ReadonlyMap<string, Shape>;
}

/** A date, a date and time without an offset, or a timestamp in UTC. */
export type MomentKind = 'date' | 'local' | 'instant';

/** The precision that the decimals of every format have. */
const maxDigits = 38;

/** A map with more members is taken for a dictionary and not for a record. */
const maxMembers = 300;

/** The narrowest shape that fits all of `values`; null fits every shape. */
export function shapeOf(values: readonly (Value | undefined)[]): Shape {
  const held = values.filter((value) => value !== null && value !== undefined);
  const [first] = held;
  if (first === undefined) return { kind: 'text' };
  if (held.every((value) => typeof value === 'boolean')) return { kind: 'boolean' };
  if (held.every((value) => value instanceof Numeral)) return shapeOfNumbers(held);
  if (held.every((value) => value instanceof Uint8Array)) return { kind: 'bytes' };
  if (held.every(isList)) return { kind: 'list', of: shapeOf(held.flat()) };
  if (held.every(isMap)) return shapeOfMaps(held);
  const kind = momentKind(first);
  return kind && held.every((value) => momentKind(value) === kind) ? { kind } : { kind: 'text' };
}

/** The shape of the rows of a table. */
export function shapeOfColumns(columns: readonly string[], records: readonly ValueMap[]): RecordShape {
  const members = columns.map((name) => [name, shapeOf(records.map((record) => record.get(name)))] as const);
  return { kind: 'record', members: new Map(members) };
}

function shapeOfMaps(maps: readonly ValueMap[]): Shape {
  const names = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  if (names.length === 0 || names.length > maxMembers) return { kind: 'text' };
  return shapeOfColumns(names, maps);
}

function shapeOfNumbers(numbers: readonly Numeral[]): Shape {
  if (numbers.every((number) => number.fitsInt64)) return { kind: 'int64' };
  if (numbers.every(isDouble)) return { kind: 'double' };
  const parts = numbers.map(({ text }) => /^-?(\d+)(?:\.(\d+))?$/.exec(text));
  if (!parts.every((part) => part !== null)) return { kind: 'text' };
  // Math.max takes no more arguments than fit on the stack.
  const longest = (group: 1 | 2) =>
    parts.reduce((length, part) => Math.max(length, part[group]?.length ?? 0), 0);
  const [whole, scale] = [longest(1), longest(2)];
  return whole + scale <= maxDigits ? { kind: 'decimal', digits: maxDigits, scale } : { kind: 'text' };
}

/** Whether the nearest double prints the same significant digits. */
function isDouble(number: Numeral): boolean {
  const { double } = number;
  if (double === undefined) return false;
  if (!number.isFinite) return true;
  return significant(String(double)) === significant(number.text);
}

/** The significant digits and the power of ten of the last one. */
function significant(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const inked = digits.replace(/0+$/, '');
  return inked === ''
    ? '0'
    : `${sign}${inked}e${Number(power) - fraction.length + digits.length - inked.length}`;
}

/** The notations that survive being stored in a typed column. */
const spellings: readonly (readonly [MomentKind, RegExp])[] = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['local', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?Z$/],
];

/** Texts count too, since most formats have no other type for dates. */
function momentKind(value: Value): MomentKind | undefined {
  const text = value instanceof Moment ? value.text : typeof value === 'string' ? value : '';
  const kind = spellings.find(([, spelling]) => spelling.test(text))?.[0];
  return kind && Moment.parse(text) ? kind : undefined;
}

/** The value in a column of text; null stays null. */
export function columnText(value: Value): string | null {
  return value === null ? null : isNested(value) || typeof value !== 'string' ? textOf(value) : value;
}

const dayMs = 86_400_000;

/** Days from 1970 to a `date`. */
export function daysOf(value: Value): number {
  return Date.parse(`${textOf(value)}T00:00:00Z`) / dayMs;
}

/** Microseconds from 1970 to a `local` or an `instant`. */
export function microsOf(value: Value): bigint {
  const [whole = '', fraction = ''] = textOf(value).replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** The number times ten to the power of `scale`. */
export function unscaled({ text }: Numeral, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** The number `digits` divided by ten to the power of `scale`. */
export function scaled(digits: bigint, scale: number): Numeral {
  if (Math.abs(scale) > longestNumber) throw new InvalidData(`a number of more than ${longestNumber} digits`);
  if (scale <= 0) return Numeral.of(digits * 10n ** BigInt(-scale));
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return new Numeral(`${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`);
}

export function dayAfter1970(days: number): Value {
  return moment(BigInt(days) * BigInt(dayMs), 3, (text) => text.slice(0, 10));
}

/** The date and time `fractions` after 1970, in units of 10^-`digits` seconds; an `instant` is in UTC. */
export function momentAfter1970(fractions: bigint, kind: 'local' | 'instant', digits = 6): Value {
  return moment(fractions, digits, (text) => (kind === 'instant' ? text : text.slice(0, -1)));
}

/** A year of more than four digits leaves the number as it is. */
function moment(fractions: bigint, digits: number, cut: (iso: string) => string): Value {
  const second = 10n ** BigInt(digits);
  const rest = ((fractions % second) + second) % second;
  const whole = new Date(Number((fractions - rest) / second) * 1000);
  if (Number.isNaN(whole.getTime()) || !/^\d{4}-/.test(whole.toISOString())) return Numeral.of(fractions);
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`;
  const text = cut(whole.toISOString().replace('.000Z', `${fraction}Z`));
  return Moment.parse(text) ?? text;
}
