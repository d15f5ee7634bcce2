/** Makes the samples of exchange formats that hold one sheet: dBase, DIF and SYLK. */
import { writeFile } from 'node:fs/promises';
import type { SampleMaker } from '../samples.ts';
import { columnNames, records } from './table.ts';
import { workbook, type Cell } from './workbook.ts';

const { rows } = workbook[0];

interface SheetField {
  name: (typeof columnNames)[number];
  type: 'N' | 'C' | 'L' | 'D';
  length: number;
  decimals: number;
}

const field = (
  name: SheetField['name'],
  type: SheetField['type'],
  length: number,
  decimals = 0,
): SheetField => ({
  name,
  type,
  length,
  decimals,
});

const fields: readonly SheetField[] = [
  field('id', 'N', 6),
  field('name', 'C', 40),
  field('price', 'N', 14, 2),
  field('active', 'L', 1),
  field('since', 'D', 8),
  field('note', 'C', 20),
];

/**
 * Writes a dBase III file with text in UTF-8. dBase III cannot declare UTF-8, so the reader has to detect the encoding.
 */
export const dbf: SampleMaker = async (file) => {
  const header = Buffer.alloc(32);
  header.set([0x03, 124, 2, 29]);
  header.writeUInt32LE(records.length, 4);
  header.writeUInt16LE(32 + fields.length * 32 + 1, 8);
  header.writeUInt16LE(
    fields.reduce((sum, { length }) => sum + length, 1),
    10,
  );
  const described = fields.map(({ name, type, length, decimals }) => {
    const descriptor = Buffer.alloc(32);
    descriptor.write(name, 0, 'latin1');
    descriptor.write(type, 11, 'latin1');
    descriptor.set([length, decimals], 16);
    return descriptor;
  });
  const stored = records.map((record) =>
    Buffer.concat([Buffer.from(' '), ...fields.map((each) => dbfCell(each, record[each.name]))]),
  );
  await writeFile(
    file,
    Buffer.concat([header, ...described, Buffer.from([0x0d]), ...stored, Buffer.from([0x1a])]),
  );
};

function dbfCell({ type, length, decimals }: SheetField, value: string | number | boolean | null): Buffer {
  const cell = Buffer.alloc(length, ' ');
  const text = {
    N: () => Number(value).toFixed(decimals).padStart(length),
    C: () => value ?? '',
    L: () => (value ? 'T' : 'F'),
    D: () => String(value).replaceAll('-', ''),
  }[type]();
  cell.write(String(text));
  return cell;
}

/** Writes a DIF file. DIF has only numbers, booleans and text, so a date becomes text. */
export const dif: SampleMaker = async (file) => {
  const head = (topic: string, n: number, text = '""') => [topic, `0,${n}`, text];
  const lines = [
    ...head('TABLE', 1, '"Records"'),
    ...head('VECTORS', columnNames.length),
    ...head('TUPLES', rows.length),
    ...head('DATA', 0),
    ...rows.flatMap((row) => ['-1,0', 'BOT', ...row.flatMap(difCell)]),
    ...['-1,0', 'EOD', ''],
  ];
  await writeFile(file, lines.join('\r\n'));
};

function difCell(cell: Cell): string[] {
  if (typeof cell === 'number') return [`0,${cell}`, 'V'];
  if (typeof cell === 'boolean') return [`0,${Number(cell)}`, String(cell).toUpperCase()];
  return ['1,0', `"${textOf(cell).replaceAll('"', '""')}"`];
}

/**
 * Writes a SYLK file. A date becomes a number with the second number format of the file (`P1`), which is a date format.
 */
export const slk: SampleMaker = async (file) => {
  const cells = rows.flatMap((row, y) => row.map((cell, x) => slkCell(cell, x + 1, y + 1))).filter(Boolean);
  await writeFile(file, ['ID;PWXL;N;E', 'P;PGeneral', 'P;Pyyyy\\-mm\\-dd', ...cells, 'E', ''].join('\r\n'));
};

function slkCell(cell: Cell, x: number, y: number): string {
  if (cell === null) return '';
  const at = `Y${y};X${x}`;
  if (typeof cell === 'number') return `C;${at};K${cell}`;
  if (typeof cell === 'boolean') return `C;${at};K${String(cell).toUpperCase()}`;
  if (typeof cell === 'object' && 'date' in cell)
    return `F;P1;${at}\r\nC;${at};K${Date.parse(cell.date) / 86_400_000 + 25_569}`;
  return `C;${at};K"${textOf(cell).replaceAll(';', ';;')}"`;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? ('date' in cell ? cell.date : '') : String(cell);
}
