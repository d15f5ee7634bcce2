/** Scalars in formats that know only text: how each is spelled, and which texts are plainly no text. */
import { writeJson } from './json.ts';
import { isNested, Moment, Numeral, type Scalar, type Value } from './value.ts';

/** The text of `value`: null is empty, bytes are base64, and what is nested is JSON. */
export function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Numeral || value instanceof Moment) return value.text;
  if (isNested(value)) return writeJson(value, { indent: 0 });
  return Buffer.from(value).toString('base64');
}

// Up to 15 digits a double is exact; longer runs of digits are account and serial numbers as often as not.
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$|^-?\d(?:\.\d+)?e[+-]\d{1,3}$/;

/**
 * `text` as what it plainly is: a number as JSON writes it, or a truth. Everything that has to be doubted stays text:
 * leading zeros, a plus in front, commas, dates, and whole numbers of more than 15 digits.
 */
export function plainValue(text: string): Scalar {
  // Spreadsheets export their truths in capitals.
  if (/^(?:true|false|TRUE|FALSE)$/.test(text)) return text.toLowerCase() === 'true';
  return plain.test(text) ? new Numeral(text) : text;
}

/** Whether a reader would take the text for something else. */
export function looksTyped(text: string): boolean {
  return typeof plainValue(text) !== 'string';
}
