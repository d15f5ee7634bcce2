/**
 * Checks that the conversion option `values=raw` writes the stored cell values. Compares each written value with the
 * value in the XML of the xlsx file.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import xlsx from 'xlsx';
import { rawReader, textOfValue } from '../../packages/engines/tools/sheetjs/cell-text.ts';
import { days1904 } from '../../packages/engines/tools/sheetjs/raw-number.ts';
import { readWorkbook } from '../../packages/engines/tools/sheetjs/workbook.ts';

const script = fileURLToPath(new URL('stored_cells.py', import.meta.url));

type StoredCell = readonly [sheet: string, address: string, type: string, text: string];

export interface Comparison {
  cells: number;
  /** One line for each cell that differs. */
  changed: string[];
}

export function compareStored(file: string): Comparison {
  const printed = execFileSync('/usr/bin/python3', [script, file], { maxBuffer: 2 ** 28 });
  const { date1904, cells } = JSON.parse(printed.toString()) as { date1904: boolean; cells: StoredCell[] };
  const book = readWorkbook(file);
  const read = rawReader(book.date1904);
  const sheets = new Map(book.sheets.map((sheet) => [sheet.name, sheet.rows]));
  const changed: string[] = [];
  for (const [sheet, address, type, text] of cells) {
    const { r, c } = xlsx.utils.decode_cell(address);
    const raw = textOfValue(read(sheets.get(sheet)?.[r]?.[c]));
    if (!isSame(raw, type, text, date1904))
      changed.push(`${sheet}!${address}: ${type} ${text} became ${raw}`);
  }
  return { cells: cells.length, changed };
}

const halfMs = 0.5001 / 86_400_000;

function isSame(raw: string, type: string, stored: string, date1904: boolean): boolean {
  if (type === 'b') return raw === (['1', 'true'].includes(stored) ? 'TRUE' : 'FALSE');
  if (type === 'd') return raw.startsWith(stored.slice(0, 10));
  if (type !== 'n') return lines(raw) === lines(stored);
  const serial = serialOf(raw, date1904);
  return serial === undefined ? Number(raw) === Number(stored) : Math.abs(serial - Number(stored)) < halfMs;
}

const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/**
 * Returns the serial number (in days) with which Excel stores a date, a time or a duration. Returns undefined if the
 * text is not a date, a time or a duration.
 */
function serialOf(text: string, date1904: boolean): number | undefined {
  const [, date, sign = '', hours, minutes = '0', seconds = '0'] =
    /^(\d{4}-\d\d-\d\d)?T?(?:(-?)(\d+):(\d\d):([\d.]+))?$/.exec(text) ?? [];
  if (date === undefined && hours === undefined) return undefined;
  const time = (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  if (date === undefined) return sign === '-' ? -time : time;
  if (date === '1900-02-29') return 60 + time;
  const day = Date.parse(date) / 86_400_000 + 25_569;
  const early = day > 1 && day < 61 ? 1 : 0;
  return day - early - (date1904 ? days1904 : 0) + time;
}
