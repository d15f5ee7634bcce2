/** The notation of scalars in formats without types, and rules for strings that are read as numbers or booleans. */
import { writeJson } from '../text/json.ts';
import { isNested, Moment, Numeral, type Scalar, type Value } from './value.ts';

/** Returns the text of `value`. Null is empty, bytes are base64, and nested values are JSON. */
export function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Numeral || value instanceof Moment) return value.text;
  if (isNested(value)) return writeJson(value, { indent: 0 });
  return Buffer.from(value).toString('base64');
}

// A double is exact up to 15 digits. Strings of more than 15 digits are often account or serial numbers.
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$|^-?\d(?:\.\d+)?e[+-]\d{1,3}$/;

/** Spreadsheets export booleans in capitals. */
const boolean = /^(?:true|false|TRUE|FALSE)$/;

const [minus, zero, nine] = [45, 48, 57];

/**
 * Returns `text` as a number or a boolean, or unchanged if it is ambiguous. Ambiguous strings have leading zeros, a
 * leading plus, commas or more than 15 digits, or are dates.
 */
export function plainValue(text: string): Scalar {
  return looksTyped(text) ? typedValue(text) : text;
}

/** Returns whether a reader would interpret the text as a number or a boolean. */
export function looksTyped(text: string): boolean {
  // The first character is checked first, because it is enough to classify most of the millions of strings in a table.
  return beginsNumber(text) ? plain.test(text) : text.length <= 5 && boolean.test(text);
}

/** Returns the number or boolean of a string for which {@link looksTyped} is true. */
export function typedValue(text: string): Numeral | boolean {
  return beginsNumber(text) ? new Numeral(text) : text.toLowerCase() === 'true';
}

function beginsNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  return code === minus || (code >= zero && code <= nine);
}
