/** Classifies cells of delimited text by their bytes if possible, otherwise by their text. */
import { momentKind, type Shape } from '../../values/shape.ts';
import { looksTyped, typedValue } from '../../values/untyped.ts';

/** Kinds of cells. Each kind of cell is one bit. The kinds of a column are the combined bits of its cells. */
export const kinds = {
  empty: 1,
  /** Any integer that is read as a number, except minus zero. */
  integer: 2,
  /** Minus zero, or a number with a decimal point. The text of the number has at most 15 characters and no exponent. */
  decimal: 4,
  /** A number that is classified by its text, because its bytes alone do not determine the kind of the cell. */
  number: 8,
  boolean: 16,
  date: 32,
  /** A date with a time of day. */
  moment: 64,
  text: 128,
} as const;

/**
 * Classes of bytes. Each class is one bit. The class of a cell is the combined bits of its bytes. A cell ends before a
 * byte with a class of at least `stop`.
 */
const [digit, minus, point, exponent, other] = [1, 2, 4, 8, 16];
export const stop = 64;

/** Returns the class of each possible byte. The bytes in `stops` end a cell. */
export function byteClasses(stops: readonly number[]): Uint8Array {
  const classes = new Uint8Array(256).fill(other);
  for (const character of '0123456789') classes[character.charCodeAt(0)] = digit;
  classes[0x2d] = minus;
  classes[0x2e] = point;
  for (const character of 'e+') classes[character.charCodeAt(0)] = exponent;
  for (const byte of stops) classes[byte] = stop;
  return classes;
}

const [hyphenByte, pointByte, zeroByte, nineByte] = [0x2d, 0x2e, 0x30, 0x39];

/** Returns the kind of the cell from `start` to `end`. `classes` are the combined classes of the bytes in the cell. */
export function kindOf(bytes: Buffer, start: number, end: number, classes: number): number {
  if (start === end) return kinds.empty;
  const sure = classes < exponent ? sureKind(bytes, start, end, classes) : 0;
  if (sure > 0) return sure;
  if (classes >= other) {
    if (isTruthValue(bytes, start, end)) return kinds.boolean;
    const first = bytes[start] ?? 0;
    // A cell with characters that do not occur in numbers is not a number. A cell that does not begin with a digit is
    // not a date or time either.
    if (first < zeroByte || first > nineByte) return kinds.text;
  }
  return kindOfText(bytes.toString('latin1', start, end));
}

const truthValues = ['true', 'TRUE', 'false', 'FALSE'].map((word) => Buffer.from(word));
/**
 * The first and last 4 bytes of the words for booleans, such as `false`. A text of 4 or 5 bytes is always a boolean if
 * it begins with the first 4 bytes of a boolean and ends with the last 4 bytes of a boolean.
 */
const truthBegins = new Set(truthValues.map((word) => word.readInt32LE(0)));
const truthEnds = new Set(truthValues.map((word) => word.readInt32LE(word.length - 4)));

function isTruthValue(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== 4 && end - start !== 5) return false;
  return truthBegins.has(bytes.readInt32LE(start)) && truthEnds.has(bytes.readInt32LE(end - 4));
}

/** Number of decimal digits that every double stores exactly. */
const digitsOfDouble = 15;

/**
 * Returns the kind of a cell that contains only digits, minus signs and points. Returns 0 if this quick check cannot
 * determine the kind.
 */
function sureKind(bytes: Buffer, start: number, end: number, classes: number): number {
  const length = end - start;
  if (length > digitsOfDouble) return 0;
  if (length === 10 && classes === (digit | minus) && isSurelyDate(bytes, start)) return kinds.date;
  const from = bytes[start] === hyphenByte ? start + 1 : start;
  const hasZero = bytes[from] === zeroByte && bytes[from + 1] !== pointByte;
  if (from === end || (hasZero && length > 1)) return 0;
  let points = 0;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === hyphenByte) return 0;
    if (byte === pointByte) points += at === from || at === end - 1 ? 2 : 1;
  }
  return points === 0 ? kinds.integer : points === 1 ? kinds.decimal : 0;
}

/** Returns whether the 10 bytes are a date whose day is at most 28. Every month has at least 28 days. */
function isSurelyDate(bytes: Buffer, start: number): boolean {
  for (let n = 0; n < 10; n += 1)
    if ((bytes[start + n] === hyphenByte) !== (n === 4 || n === 7)) return false;
  const [month, day] = [twoDigits(bytes, start + 5), twoDigits(bytes, start + 8)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

function twoDigits(bytes: Buffer, at: number): number {
  return 10 * ((bytes[at] ?? 0) - zeroByte) + (bytes[at + 1] ?? 0) - zeroByte;
}

function kindOfText(text: string): number {
  if (!looksTyped(text)) {
    const moment = momentKind(text);
    return moment === undefined ? kinds.text : moment === 'date' ? kinds.date : kinds.moment;
  }
  const value = typedValue(text);
  if (typeof value === 'boolean') return kinds.boolean;
  if (value.isInteger) return kinds.integer;
  return text.length <= digitsOfDouble && !text.includes('e') ? kinds.decimal : kinds.number;
}

/** Kinds of the cells in a column, combined as bits. */
export interface HeldKinds {
  unquoted: number;
  quoted: number;
  /** Whether all cells of the file are quoted. If all cells are quoted, a quoted cell is not necessarily text. */
  allQuoted: boolean;
}

const textual = kinds.date | kinds.moment | kinds.text;
const typed = kinds.integer | kinds.decimal | kinds.number | kinds.boolean;

/**
 * Returns whether the column is text. A column is text if at least one cell is a date or other text. Quoted cells are
 * ignored, unless all cells are quoted.
 */
export function isUntyped({ unquoted, quoted, allQuoted }: HeldKinds): boolean {
  return ((allQuoted ? quoted : unquoted) & textual) !== 0;
}

/**
 * Returns the shape that `ScalarShape` would infer for the column, or undefined if the kinds are not enough to infer
 * it.
 */
export function shapeOfHeld(held: HeldKinds): Shape | undefined {
  const { unquoted, quoted, allQuoted } = held;
  const untyped = isUntyped(held);
  const values = untyped ? 0 : (allQuoted ? quoted : unquoted) & typed;
  // An empty cell is text only if it is quoted.
  const texts =
    (untyped ? unquoted & ~kinds.empty : 0) | (untyped || !allQuoted ? quoted : quoted & kinds.empty);
  if (texts === 0) return shapeOfValues(values);
  // In a text column, Protean writes booleans in lower case, so the output can differ from the text in the file.
  if ((values & kinds.boolean) !== 0) return undefined;
  if (values === 0 && texts === kinds.date) return { kind: 'date' };
  return values === 0 && texts === kinds.moment ? undefined : { kind: 'text' };
}

function shapeOfValues(values: number): Shape | undefined {
  if (values === 0) return { kind: 'text' };
  if (values === kinds.boolean) return { kind: 'boolean' };
  if (values === kinds.integer) return { kind: 'int64' };
  return (values & ~(kinds.integer | kinds.decimal)) === 0 ? { kind: 'double' } : undefined;
}
