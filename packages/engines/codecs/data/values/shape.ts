/**
 * Infers the types (shapes) of columns from their values, for formats with typed columns. Nothing is rounded: if no
 * numeric type stores every digit, or if the values have different types, the column is text.
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

/** Maximum number of digits in a decimal that all columnar formats support. */
const maxDigits = 38;

/** Maximum number of members of a record. A map with more than this number of members is considered a dictionary. */
const maxMembers = 300;

/** Returns the narrowest shape that fits all of `values`. Null fits every shape. */
export function shapeOf(values: readonly (Value | undefined)[]): Shape {
  const held = values.filter((value) => value !== null && value !== undefined);
  if (held.length > 0 && held.every(isList)) return { kind: 'list', of: shapeOf(held.flat()) };
  if (held.length > 0 && held.every(isMap)) return shapeOfMaps(held);
  const shape = new ScalarShape();
  for (const value of held) shape.add(value);
  return shape.found;
}

/**
 * Infers the narrowest scalar shape that fits all added values. Stores statistics of the values instead of the values
 * themselves.
 */
export class ScalarShape {
  #count = 0;
  #booleans = 0;
  #numbers = 0;
  #bytes = 0;
  #int64 = true;
  #double = true;
  #plain = true;
  #whole = 0;
  #scale = 0;
  #moment: MomentKind | undefined;

  add(value: Value): void {
    if (value === null) return;
    this.#count += 1;
    if (value instanceof Numeral) this.#addNumber(value);
    else if (typeof value === 'boolean') this.#booleans += 1;
    else if (value instanceof Uint8Array) this.#bytes += 1;
    else this.#addText(value);
  }

  get hasBooleans(): boolean {
    return this.#booleans > 0;
  }

  get found(): Shape {
    const count = this.#count;
    if (count === 0) return { kind: 'text' };
    if (this.#booleans === count) return { kind: 'boolean' };
    if (this.#bytes === count) return { kind: 'bytes' };
    if (this.#numbers === count) return this.#number();
    return this.#moment === undefined || this.#numbers + this.#booleans + this.#bytes > 0
      ? { kind: 'text' }
      : { kind: this.#moment };
  }

  #addNumber(number: Numeral): void {
    this.#numbers += 1;
    if (this.#int64 && !number.fitsInt64) this.#int64 = false;
    if (this.#double && !isDouble(number)) this.#double = false;
    if (!this.#plain) return;
    const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(number.text) ?? [];
    if (whole === undefined) this.#plain = false;
    else
      [this.#whole, this.#scale] = [
        Math.max(this.#whole, whole.length),
        Math.max(this.#scale, fraction.length),
      ];
  }

  /** Adds a string, or a value that is written as a string. */
  #addText(value: Value): void {
    const isFirst = this.#count - this.#numbers - this.#booleans - this.#bytes === 1;
    if (isFirst) this.#moment = momentKind(value);
    else if (this.#moment !== undefined && momentKind(value) !== this.#moment) this.#moment = undefined;
  }

  #number(): Shape {
    if (this.#int64) return { kind: 'int64' };
    if (this.#double) return { kind: 'double' };
    const fits = this.#plain && this.#whole + this.#scale <= maxDigits;
    return fits ? { kind: 'decimal', digits: maxDigits, scale: this.#scale } : { kind: 'text' };
  }
}

/** Returns the shape of the rows of a table. */
export function shapeOfColumns(columns: readonly string[], records: readonly ValueMap[]): RecordShape {
  const members = columns.map((name) => [name, shapeOf(records.map((record) => record.get(name)))] as const);
  return { kind: 'record', members: new Map(members) };
}

function shapeOfMaps(maps: readonly ValueMap[]): Shape {
  const names = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  if (names.length === 0 || names.length > maxMembers) return { kind: 'text' };
  return shapeOfColumns(names, maps);
}

/** Returns whether the nearest double has the same significant digits when it is printed. */
function isDouble(number: Numeral): boolean {
  // A double stores at least 15 digits exactly.
  if (number.text.length <= 15 && /^-?\d+(?:\.\d+)?$/.test(number.text)) return true;
  const { double } = number;
  if (double === undefined) return false;
  if (!number.isFinite) return true;
  return significant(String(double)) === significant(number.text);
}

/** Returns the significant digits with the power of ten of the last digit: `12e-1` for 1.2. */
function significant(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const inked = digits.replace(/0+$/, '');
  return inked === ''
    ? '0'
    : `${sign}${inked}e${Number(power) - fraction.length + digits.length - inked.length}`;
}

/** Notations of dates and times that a typed column preserves exactly. */
const spellings: readonly (readonly [MomentKind, RegExp])[] = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['local', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,5}[1-9])?Z$/],
];

/**
 * Returns the kind of a date or time, or undefined for other values. Accepts strings too, because most formats have no
 * other type for dates.
 */
export function momentKind(value: Value): MomentKind | undefined {
  const text = value instanceof Moment ? value.text : typeof value === 'string' ? value : '';
  const kind = spellings.find(([, spelling]) => spelling.test(text))?.[0];
  return kind && Moment.parse(text) ? kind : undefined;
}

/** Returns the text of `value` for a text column. Null stays null. */
export function columnText(value: Value): string | null {
  return value === null ? null : isNested(value) || typeof value !== 'string' ? textOf(value) : value;
}

const dayMs = 86_400_000;

/** Returns the number of days from 1970-01-01 to a `date`. */
export function daysOf(value: Value): number {
  return Date.parse(`${textOf(value)}T00:00:00Z`) / dayMs;
}

/** Returns the number of microseconds from the start of 1970 to a `local` or an `instant`. */
export function microsOf(value: Value): bigint {
  const [whole = '', fraction = ''] = textOf(value).replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** Returns the number multiplied by ten to the power of `scale`. */
export function unscaled({ text }: Numeral, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** Returns the number `digits` divided by ten to the power of `scale`. */
export function scaled(digits: bigint, scale: number): Numeral {
  if (Math.abs(scale) > longestNumber) throw new InvalidData(`a number of more than ${longestNumber} digits`);
  if (scale <= 0) return Numeral.of(digits * 10n ** BigInt(-scale));
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return new Numeral(`${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`);
}

export function dayAfter1970(days: number): Value {
  return moment(BigInt(days) * BigInt(dayMs), 3, (text) => text.replace(/T.*/, ''));
}

/** Returns the time `fractions` × 10^-`digits` seconds after the start of 1970. An `instant` is in UTC. */
export function momentAfter1970(fractions: bigint, kind: 'local' | 'instant', digits = 6): Value {
  return moment(fractions, digits, (text) => (kind === 'instant' ? text : text.slice(0, -1)));
}

/**
 * Returns the time in ISO 8601. Years outside 0 to 9999 have a sign and 6 digits. If the time is outside the range of
 * `Date`, returns a number.
 */
function moment(fractions: bigint, digits: number, cut: (iso: string) => string): Value {
  const second = 10n ** BigInt(digits);
  const rest = ((fractions % second) + second) % second;
  const whole = new Date(Number((fractions - rest) / second) * 1000);
  if (Number.isNaN(whole.getTime())) return Numeral.of(fractions);
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`;
  const text = cut(whole.toISOString().replace('.000Z', `${fraction}Z`));
  return Moment.parse(text) ?? text;
}
