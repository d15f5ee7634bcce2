/** The value that every data format is read into and written from: ordered maps and numbers kept as they were written. */

export type Value = Scalar | Value[] | ValueMap;

/** Members in the order of the file; a JavaScript object would sort keys like "10" and trip over "__proto__". */
export type ValueMap = Map<string, Value>;

export type Scalar = null | boolean | string | Numeral | Moment | Uint8Array;

/** The file is at fault: its content is damaged, or does not fit the format it is to become. */
export class InvalidData extends Error {}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const bits64 = 2n ** 64n;

/** A number by its digits, so that no format in between rounds it. */
export class Numeral {
  /** A number as JSON spells it, or `NaN`, `Infinity`, `-Infinity`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: number | bigint): Numeral {
    return new Numeral(Object.is(value, -0) ? '-0' : String(value));
  }

  /** The numeral that `text` spells as JSON would, or undefined. */
  static parse(text: string): Numeral | undefined {
    return jsonNumber.test(text) ? new Numeral(text) : undefined;
  }

  get isFinite(): boolean {
    return !/[NI]/.test(this.text);
  }

  /** Written without a point or an exponent; not minus zero, which only a fraction can be. */
  get isInteger(): boolean {
    return /^(?!-0$)-?\d+$/.test(this.text);
  }

  /** A whole number that a signed integer of 64 bits holds. */
  get fitsInt64(): boolean {
    return this.#isWithin(-bits64 / 2n, bits64 / 2n);
  }

  /** A whole number that a signed or an unsigned integer of 64 bits holds. */
  get fits64Bits(): boolean {
    return this.#isWithin(-bits64 / 2n, bits64);
  }

  #isWithin(from: bigint, below: bigint): boolean {
    // Longer ones do not fit, and turning a million digits into a number takes its time.
    return this.isInteger && this.text.length <= 21 && BigInt(this.text) >= from && BigInt(this.text) < below;
  }

  /** The nearest double, or undefined where there is none: 1e400 is a number and no infinity. */
  get double(): number | undefined {
    const double = Number(this.text);
    return this.isFinite && !Number.isFinite(double) ? undefined : double;
  }
}

/**
 * The longest whole number that is turned from digits into an integer or back, which takes a time that grows with the
 * square of them. Ciphers get by with half of it.
 */
export const maxDigits = 10_000;

/** The integer that `digits` spell, decimal or with a prefix. Throws {@link InvalidData} where they are too many. */
export function integerOf(digits: string): bigint {
  if (digits.length > maxDigits) throw new InvalidData(`a whole number of more than ${maxDigits} digits`);
  return BigInt(digits);
}

const calendar = String.raw`\d{4}-\d\d-\d\d`;
const clock = String.raw`\d\d:\d\d:\d\d(?:\.\d+)?`;
const iso = new RegExp(`^(?:${calendar}(?:T${clock}(?:Z|[+-]\\d\\d:\\d\\d)?)?|${clock})$`);

/** A date, a time, or both, with an offset or without, for formats that have a type for it. */
export class Moment {
  /** As ISO 8601 writes it: `2024-02-29`, `07:30:00`, `2024-02-29T07:30:00.5+01:00`. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The moment that an ISO 8601 `text` names, or undefined where there is no such day or time. */
  static parse(text: string): Moment | undefined {
    return iso.test(text) && exists(text) ? new Moment(text) : undefined;
  }

  /** A full instant in UTC, which needs no offset to be kept beside it. */
  get isUtc(): boolean {
    return this.text.endsWith('Z');
  }
}

function exists(text: string): boolean {
  const [, day, hours] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d:\d\d)?/.exec(text) ?? [];
  const instant = new Date(`${day ?? '2000-01-01'}T${hours ?? '00:00:00'}Z`);
  return !Number.isNaN(instant.getTime()) && (day === undefined || instant.toISOString().startsWith(day));
}

const longestMoment = 64;

/** A moment without a fraction of nothing: `07:30:00.000Z` is `07:30:00Z`. */
export function momentOf(date: string): Moment | string {
  if (date.length > longestMoment) return date;
  const text = date.replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, '');
  return Moment.parse(text) ?? date;
}

/** Deepest nesting that is read; a file beyond it is an attack or an accident. */
export const maxLevels = 500;

/** Throws {@link InvalidData} when `value` is nested deeper than {@link mostLevels}. */
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

/** A map as it is; anything else as the one member of a map, for formats whose root is always a map. */
export function rootMap(value: Value): ValueMap {
  return isMap(value) ? value : new Map([[isList(value) ? 'items' : 'value', value]]);
}
