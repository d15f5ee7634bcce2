/**
 * Writes table cells in the two formats of Apple Numbers: the new format, used since 2017, and the old format. A
 * Numbers document contains each cell in the new format and in the old format.
 */

/**
 * The value of a cell. `number` is a string of digits. `seconds` is a duration. `text`, `rich` and `shown` are keys in
 * lists of the document: `text` in the list of texts, `rich` in the list of rich texts, and `shown` in the list of
 * number formats.
 */
export type StoredCell =
  | { number: string; shown?: number }
  | { text: number }
  | { rich: number }
  | { date: string }
  | { truth: boolean }
  | { seconds: number }
  | { error: true };

const kinds = { number: 2, text: 3, date: 5, truth: 6, seconds: 7, error: 8, rich: 9 } as const;

const kindOf = (cell: StoredCell) =>
  kinds[Object.keys(cell).find((key) => key in kinds) as keyof typeof kinds];

const epoch = Date.UTC(2001, 0, 1);

/** Returns a decimal floating-point number of 16 bytes. */
function decimal(digits: string): Buffer {
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const bits =
    BigInt(whole + fraction) |
    (BigInt(6176 - fraction.length) << 113n) |
    (digits.startsWith('-') ? 1n << 127n : 0n);
  return Buffer.from(bits.toString(16).padStart(32, '0'), 'hex').reverse();
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Returns the values of a cell in the new format. Each value has a flag that declares its type. */
function newValues(cell: StoredCell): [flag: number, bytes: Buffer][] {
  if ('number' in cell)
    return [
      [0x1, decimal(cell.number)],
      ...(cell.shown === undefined ? [] : [[0x2000, whole(cell.shown)] as [number, Buffer]]),
    ];
  if ('text' in cell) return [[0x8, whole(cell.text)]];
  if ('rich' in cell) return [[0x10, whole(cell.rich)]];
  if ('date' in cell) return [[0x4, double((Date.parse(cell.date) - epoch) / 1000)]];
  if ('truth' in cell) return [[0x2, double(Number(cell.truth))]];
  return 'seconds' in cell ? [[0x2, double(cell.seconds)]] : [];
}

function oldValues(cell: StoredCell): [flag: number, bytes: Buffer][] {
  if ('number' in cell) return [[0x20, double(Number(cell.number))]];
  if ('text' in cell) return [[0x10, whole(cell.text)]];
  if ('rich' in cell) return [[0x200, whole(cell.rich)]];
  if ('date' in cell) return [[0x40, double((Date.parse(cell.date) - epoch) / 1000)]];
  if ('truth' in cell) return [[0x20, double(Number(cell.truth))]];
  return 'seconds' in cell ? [[0x20, double(cell.seconds)]] : [];
}

export function newCell(cell: StoredCell): Buffer {
  const values = newValues(cell);
  const head = Buffer.alloc(12);
  head.set([5, kindOf(cell)]);
  head.writeUInt32LE(flagsOf(values), 8);
  return Buffer.concat([head, ...values.map(([, bytes]) => bytes)]);
}

/**
 * Returns a cell in the old format. `generation` is the version of the old format. The header of version 1 is shorter,
 * and version 4 stores the type of the cell at another offset.
 */
export function oldCell(cell: StoredCell, generation: 1 | 2 | 3 | 4 = 4): Buffer {
  const values = oldValues(cell);
  const head = Buffer.alloc(generation === 1 ? 8 : 12);
  head[0] = generation;
  head[generation === 4 ? 1 : 2] = kindOf(cell);
  head.writeUInt32LE(flagsOf(values), 4);
  return Buffer.concat([head, ...values.map(([, bytes]) => bytes)]);
}

const flagsOf = (values: readonly [number, Buffer][]) => values.reduce((flags, [flag]) => flags | flag, 0);
