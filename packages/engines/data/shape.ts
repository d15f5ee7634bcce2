/**
 * What a column of a table is, told from all its values, for formats whose columns have types. Nothing is rounded to fit:
 * where no type of numbers holds every digit, or the values are of different kinds, the column is one of texts.
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
  | { kind: 'truth' | 'int64' | 'double' | 'text' | 'bytes' | MomentKind }
  | { kind: 'decimal'; digits: number; scale: number }
  | { kind: 'list'; of: Shape }
  | RecordShape;

export interface RecordShape {
  kind: 'record';
  members: ReadonlyMap<string, Shape>;
}

/** A day, a time on a clock without a place, or an instant. */
export type MomentKind = 'day' | 'local' | 'instant';

/** As many digits as the decimals of every format hold. */
const maxDigits = 38;

/** Beyond it a map is a dictionary rather than a record. */
const maxMembers = 300;

/** The narrowest shape that all of `values` fit into; nulls fit into any. */
export function shapeOf(values: readonly (Value | undefined)[]): Shape {
  const held = values.filter((value) => value !== null && value !== undefined);
  const [first] = held;
  if (first === undefined) return { kind: 'text' };
  if (held.every((value) => typeof value === 'boolean')) return { kind: 'truth' };
  if (held.every((value) => value instanceof Numeral)) return shapeOfNumbers(held);
  if (held.every((value) => value instanceof Uint8Array)) return { kind: 'bytes' };
  if (held.every(isList)) return { kind: 'list', of: shapeOf(held.flat()) };
  if (held.every(isMap)) return shapeOfMaps(held);
  const kind = momentKind(first);
  return kind && held.every((value) => momentKind(value) === kind) ? { kind } : { kind: 'text' };
}

/** The shape of a table's rows. */
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
  // Not by Math.max: it takes no more arguments than fit on the stack.
  const longest = (group: 1 | 2) =>
    parts.reduce((length, part) => Math.max(length, part[group]?.length ?? 0), 0);
  const [whole, scale] = [longest(1), longest(2)];
  return whole + scale <= maxDigits ? { kind: 'decimal', digits: maxDigits, scale } : { kind: 'text' };
}

/** Whether the double nearest to the number is the number, as far as anyone wrote its digits. */
function isDouble(number: Numeral): boolean {
  const { double } = number;
  if (double === undefined) return false;
  if (!number.isFinite) return true;
  return significant(String(double)) === significant(number.text);
}

/** The digits that count and the power of ten of the last of them. */
function significant(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const inked = digits.replace(/0+$/, '');
  return inked === ''
    ? '0'
    : `${sign}${inked}e${Number(power) - fraction.length + digits.length - inked.length}`;
}

/** The one way of writing a moment that reading it from its type gives back. */
const spellings: readonly (readonly [MomentKind, RegExp])[] = [
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['local', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?Z$/],
];

/** Also of a text, since most formats write dates so. */
function momentKind(value: Value): MomentKind | undefined {
  const text = value instanceof Moment ? value.text : typeof value === 'string' ? value : '';
  const kind = spellings.find(([, spelling]) => spelling.test(text))?.[0];
  return kind && Moment.parse(text) ? kind : undefined;
}

/** The text that a value has in a column of texts; null stays null. */
export function columnText(value: Value): string | null {
  return value === null ? null : isNested(value) || typeof value !== 'string' ? textOf(value) : value;
}

const dayMs = 86_400_000;

/** Days since 1970 of a `day`. */
export function daysOf(value: Value): number {
  return Date.parse(`${textOf(value)}T00:00:00Z`) / dayMs;
}

/** Microseconds since 1970 of a `local` or an `instant`. */
export function microsOf(value: Value): bigint {
  const [whole = '', fraction = ''] = textOf(value).replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** The digits of a number of `scale` decimals, without the point. */
export function unscaled({ text }: Numeral, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** The number that `digits` are with `scale` of them behind the point. */
export function scaled(digits: bigint, scale: number): Numeral {
  if (Math.abs(scale) > longestNumber) throw new InvalidData(`a number of more than ${longestNumber} digits`);
  if (scale <= 0) return Numeral.of(digits * 10n ** BigInt(-scale));
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return new Numeral(`${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`);
}

export function dayAfter1970(days: number): Value {
  return moment(BigInt(days) * BigInt(dayMs), 3, (text) => text.slice(0, 10));
}

/** The moment so many fractions of a second after 1970 began, `digits` of them; an instant, or what a clock showed. */
export function momentAfter1970(fractions: bigint, kind: 'local' | 'instant', digits = 6): Value {
  return moment(fractions, digits, (text) => (kind === 'instant' ? text : text.slice(0, -1)));
}

/** Beyond the years that have four digits it is the number. */
function moment(fractions: bigint, digits: number, cut: (iso: string) => string): Value {
  const second = 10n ** BigInt(digits);
  const rest = ((fractions % second) + second) % second;
  const whole = new Date(Number((fractions - rest) / second) * 1000);
  if (Number.isNaN(whole.getTime()) || !/^\d{4}-/.test(whole.toISOString())) return Numeral.of(fractions);
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`;
  const text = cut(whole.toISOString().replace('.000Z', `${fraction}Z`));
  return Moment.parse(text) ?? text;
}
