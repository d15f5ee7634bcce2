/** Converts a cell to a value of the data formats: either the stored value, or the displayed text. */
import { format as applyFormat } from 'numfmt';
import { textOf } from '../../codecs/data/values/untyped.ts';
import { Numeral, type Value } from '../../codecs/data/values/value.ts';
import { numberKind } from './number-format.ts';
import { days1904, lastDay, timeText } from './raw-number.ts';
import type { Cell } from './workbook.ts';

export type CellReader = (cell: Cell | undefined) => Value;

/**
 * Reads the stored value: a number with all digits, an ISO date or time, a boolean, a string, or the name of an error.
 */
export const rawReader =
  (date1904: boolean): CellReader =>
  (cell) => {
    if (cell?.value === undefined) return null;
    if (typeof cell.value !== 'number') return cell.value;
    const text = timeText(cell.value, numberKind(cell.format), date1904);
    return text ?? Numeral.of(cell.value);
  };

/** Reads the text that Excel shows in a sufficiently wide cell, or an empty string if the format hides the value. */
export const shownReader =
  (date1904: boolean): CellReader =>
  (cell) => {
    if (cell?.value === undefined) return null;
    const { value, format, isError } = cell;
    if (isError) return String(value);
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
    if (typeof value === 'string')
      return format === 'General' || format === '@' ? value : shown(format, value);
    const kind = numberKind(format);
    const isDate = kind === 'date' || kind === 'moment';
    if (isDate && value > lastDay) return shown('General', value);
    const text = shown(format, isDate && date1904 ? value + days1904 : value);
    // Excel fills the cell with number signs if it cannot show the number as a date or time. Returns the date or time
    // in ISO 8601 instead of number signs, or the plain number if the number has no date or time.
    return /^#{3,}$/.test(text) ? (timeText(value, kind, date1904) ?? shown('General', value)) : text;
  };

const [smallestPlain, shownDigits] = [1e-4, 5];

function shown(format: string, value: string | number): string {
  if (format === 'General' && typeof value === 'number' && value !== 0 && Math.abs(value) < smallestPlain)
    return scientific(value);
  try {
    return applyFormat(format, value, { nbsp: false });
  } catch {
    // Excel accepts format codes that the library does not support.
    return String(value);
  }
}

/** Returns a small number as Excel formats it: `1.5E-07`. */
function scientific(value: number): string {
  const [digits = '', power = ''] = value.toExponential(shownDigits).split('e-');
  return `${Number(digits)}E-${power.padStart(2, '0')}`;
}

/** Returns a value as it is written in CSV and other delimited text. */
export const textOfValue = (value: Value): string =>
  typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : textOf(value);
