/** The common value model of all data formats: ordered maps, and numbers with all their digits. */

export type Value = Scalar | Value[] | ValueMap;

/**
 * A map whose members are in the order of the file. A JavaScript object would sort keys like "10" and mishandle
 * "__proto__".
 */
export type ValueMap = Map<string, Value>;

export type Scalar = null | boolean | string | Numeral | Moment | Uint8Array;

/** A set of keys, as in YAML: a map in which all values are null. */
export class KeySet extends Map<string, Value> {}

/** Replaces each set in the value with a list of the set's keys, for formats without null. */
export function setsAsLists(value: Value): Value {
  if (value instanceof KeySet) return [...value.keys()];
  if (Array.isArray(value)) return value.map(setsAsLists);
  return value instanceof Map
    ? new Map([...value].map(([key, member]) => [key, setsAsLists(member)]))
    : value;
}

/** Thrown if the content of the file is damaged, or does not fit the target format. */
export class InvalidData extends Error {}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const bits64 = 2n ** 64n;

/** Number of decimal digits that distinguish any two doubles. */
const maxDoubleDigits = 17;

/** A number stored as its digits, so that no conversion rounds it. */
export class Numeral {
  /** The number in JSON notation, or one of `NaN`, `Infinity` and `-Infinity`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: number | bigint): Numeral {
    return new Numeral(Object.is(value, -0) ? '-0' : String(value));
  }

  /** Returns a floating-point number, which has a point or an exponent even if it is whole: `1.0`. */
  static float(value: number): Numeral {
    return Numeral.floatIn(Object.is(value, -0) ? '-0' : String(value));
  }

  /** Returns a floating-point number that is written as `text`. */
  static floatIn(text: string): Numeral {
    return new Numeral(/^-?\d+$/.test(text) ? `${text}.0` : text);
  }

  /** Returns the number that `text` represents in JSON notation, or undefined. */
  static parse(text: string): Numeral | undefined {
    return jsonNumber.test(text) ? new Numeral(text) : undefined;
  }

  get isFinite(): boolean {
    return !/[NI]/.test(this.text);
  }

  /** Whether the notation has no point and no exponent. Minus zero is not an integer. */
  get isInteger(): boolean {
    return /^(?!-0$)-?\d+$/.test(this.text);
  }

  /** Whether a signed 64-bit integer can store the number. */
  get fitsInt64(): boolean {
    if (this.text.length < 19) return this.isInteger;
    return this.#isWithin(-bits64 / 2n, bits64 / 2n);
  }

  /** Whether a signed or an unsigned 64-bit integer can store the number. */
  get fits64Bits(): boolean {
    return this.#isWithin(-bits64 / 2n, bits64);
  }

  #isWithin(from: bigint, below: bigint): boolean {
    // Numbers of more than 21 characters do not fit, and parsing a million digits is slow.
    return this.isInteger && this.text.length <= 21 && BigInt(this.text) >= from && BigInt(this.text) < below;
  }

  /**
   * Whether the number has more than {@link maxDoubleDigits} significant digits, so that a double would lose digits.
   */
  get losesDigits(): boolean {
    const [, digits = ''] = /^-?0*((?:\d+\.?\d*|\.\d+))/.exec(this.text.replace(/^(-?)0\.0*/, '$1')) ?? [];
    return digits.replace('.', '').replace(/0+$/, '').length > maxDoubleDigits;
  }

  /**
   * The nearest double, or undefined for a number outside the range of doubles, so that 1e400 does not become infinity.
   */
  get double(): number | undefined {
    const double = Number(this.text);
    return this.isFinite && !Number.isFinite(double) ? undefined : double;
  }
}

/**
 * Maximum number of digits of an integer. The time for parsing and printing grows with the square of the number of
 * digits. Even large cryptographic keys have only about 5,000 digits.
 */
export const maxDigits = 10_000;

/**
 * Parses an integer in decimal notation or with a prefix like 0x. @throws {@link InvalidData} beyond {@link maxDigits}.
 */
export function integerOf(digits: string): bigint {
  if (digits.length > maxDigits) throw new InvalidData(`an integer of more than ${maxDigits} digits`);
  return BigInt(digits);
}

const calendar = String.raw`\d{4}-\d\d-\d\d`;
const clock = String.raw`\d\d:\d\d:\d\d(?:\.\d+)?`;
const iso = new RegExp(`^(?:${calendar}(?:T${clock}(?:Z|[+-]\\d\\d:\\d\\d)?)?|${clock})$`);

/** A date, a time or both, with or without an offset, for formats that have types for them. */
export class Moment {
  /** The date, the time or both in ISO 8601 notation: `2024-02-29`, `07:30:00`, `2024-02-29T07:30:00.5+01:00`. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Returns the moment of an ISO 8601 `text`, or undefined if the day or time does not exist. */
  static parse(text: string): Moment | undefined {
    return iso.test(text) && exists(text) ? new Moment(text) : undefined;
  }

  /** Whether the moment is a date and time in UTC. */
  get isUtc(): boolean {
    return this.text.endsWith('Z');
  }
}

const dayOnly = /^(\d{4})-(\d\d)-(\d\d)$/;

function exists(text: string): boolean {
  const date = dayOnly.exec(text);
  if (date) return dayExists(Number(date[1]), Number(date[2]), Number(date[3]));
  const [, day, hours] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d:\d\d)?/.exec(text) ?? [];
  // A `Date` interprets 24:00 as midnight of the next day.
  if (hours?.startsWith('24') === true) return false;
  const instant = new Date(`${day ?? '2000-01-01'}T${hours ?? '00:00:00'}Z`);
  return !Number.isNaN(instant.getTime()) && (day === undefined || instant.toISOString().startsWith(day));
}

/** Returns whether the day exists. Does not use `Date`, because parsing is slow for tables with millions of dates. */
function dayExists(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

const longestMoment = 64;

/**
 * Returns the moment without trailing zeros in its fraction: `07:30:00.000Z` becomes `07:30:00Z`. A string that is not
 * a moment is returned unchanged.
 */
export function momentOf(date: string): Moment | string {
  if (date.length > longestMoment) return date;
  const text = date.replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, '');
  return Moment.parse(text) ?? date;
}

/** Maximum nesting depth of a value. */
export const maxLevels = 500;

/** @throws {@link InvalidData} if `value` is nested deeper than {@link maxLevels}. */
export function checkDepth(value: Value): void {
  let level: Value[] = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
    level = level
      .flatMap((outer) => (isMap(outer) ? [...outer.values()] : isList(outer) ? outer : []))
      .filter(isNested);
  }
}

export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is Value[] {
  return Array.isArray(value);
}

export function isNested(value: Value | undefined): value is Value[] | ValueMap {
  return isMap(value) || isList(value);
}

/**
 * Converts a value for formats whose root is always a map. A map stays unchanged, and any other value becomes the only
 * member of a map.
 */
export function rootMap(value: Value): ValueMap {
  return isMap(value) ? value : new Map([[isList(value) ? 'items' : 'value', value]]);
}
