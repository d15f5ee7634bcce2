/**
 * Writes Apple Numbers documents in the format used since 2014. No other program that the tests can install writes
 * valid Numbers documents.
 */
import { zip, type Member } from '../../hostile/bytes/zip.ts';
import { newCell, oldCell, type StoredCell } from './iwork-cells.ts';
import { blocks, message, object, reference } from './iwork-wire.ts';

export type NumbersCell =
  null | string | { rich: readonly string[] } | Exclude<StoredCell, { text: number } | { rich: number }>;

export interface NumbersTable {
  name: string;
  rows: readonly (readonly NumbersCell[])[];
  /** Top, left, bottom and right of a range of merged cells. */
  merged?: readonly [number, number, number, number];
  /** How merged cells are stored: in a separate list, or in a formula as in newer documents. */
  mergedBy?: 'store' | 'formula';
  /**
   * Version of the old cell format. If `generation` is given, cells are stored only in the version `generation`.
   * Without `generation`, each cell is stored in both the old format and the new format.
   */
  generation?: 1 | 2 | 3 | 4;
}

export interface NumbersSheet {
  name: string;
  tables: readonly NumbersTable[];
  /** Whether the tables form a group. */
  grouped?: true;
}

const kinds = {
  document: 1,
  sheet: 2,
  text: 2001,
  group: 3008,
  table: 6000,
  model: 6001,
  tile: 6002,
  list: 6005,
};
const [richText, merges] = [6218, 6144];

/**
 * The number formats. In a cell, `shown` is the number of a format: 1 (per cent with one decimal) or 2 (euros with two
 * decimals).
 */
const formats = [message({ 1: 258, 2: 1 }), message({ 1: 257, 2: 2, 3: 'EUR' })];

const rowsInTile = 256;
const nowhere = 0xffff;

/** Returns the document. `more` contains additional zip members, which replace other members with the same name. */
export function numbersDocument(sheets: readonly NumbersSheet[], more: readonly Member[] = []): Buffer {
  const members = numbersMembers(sheets).filter(({ name }) => !more.some((other) => other.name === name));
  return zip([...members, ...more]);
}

export function numbersMembers(sheets: readonly NumbersSheet[]): Member[] {
  const writer = new Writer();
  const numbers = sheets.map((sheet) => writer.sheet(sheet));
  const document = object(1, kinds.document, message({ 1: numbers.map(reference) }));
  const file = (name: string, data: Buffer): Member => ({ name, data: blocks(data), stored: true });
  return [
    file('Index/Document.iwa', Buffer.concat([document, ...writer.objects])),
    ...writer.tiles.map((tile, n) => file(`Index/Tables/Tile-${n}.iwa`, tile)),
  ];
}

class Writer {
  readonly objects: Buffer[] = [];
  readonly tiles: Buffer[] = [];
  #last = 1;

  sheet({ name, tables, grouped }: NumbersSheet): number {
    const drawn = tables.map((table) => this.#table(table));
    const shown = grouped ? [this.#add(kinds.group, message({ 2: drawn.map(reference) }))] : drawn;
    return this.#add(kinds.sheet, message({ 1: name, 2: shown.map(reference) }));
  }

  #add(kind: number, payload: Buffer, to = this.objects): number {
    this.#last += 1;
    to.push(object(this.#last, kind, payload));
    return this.#last;
  }

  #table(table: NumbersTable): number {
    const { name, rows, merged, mergedBy = 'store' } = table;
    const lists = new Lists();
    const tiles = this.#tiles(table, lists);
    const list = (kind: number, entries: Buffer[]) =>
      reference(this.#add(kinds.list, message({ 1: kind, 2: entries.length + 1, 3: entries })));
    const rich = lists.rich.map((parts) => this.#richText(parts));
    const store = message({
      1: message({ 1: 1 }),
      2: reference(1),
      3: message({ 1: tiles.map((tile, n) => message({ 1: n, 2: reference(tile) })), 2: rowsInTile }),
      4: list(
        1,
        lists.texts.map((text, n) => message({ 1: n + 1, 2: 1, 3: text })),
      ),
      9: message({ 1: tiles.map((_, n) => message({ 1: n * rowsInTile, 2: n })) }),
      ...(merged && mergedBy === 'store' ? { 13: reference(this.#add(merges, mergedInStore(merged))) } : {}),
      17: list(
        8,
        rich.map((number, n) => message({ 1: n + 1, 2: 1, 9: reference(number) })),
      ),
      22: list(
        2,
        formats.map((format, n) => message({ 1: n + 1, 2: 1, 6: format })),
      ),
    });
    const model = message({
      1: `00000000-0000-4000-8000-${String(this.#last).padStart(12, '0')}`,
      4: store,
      6: rows.length,
      7: Math.max(0, ...rows.map((row) => row.length)),
      8: name,
      ...(merged && mergedBy === 'formula' ? { 47: mergedByFormula(merged) } : {}),
    });
    return this.#add(kinds.table, message({ 2: reference(this.#add(kinds.model, model)) }));
  }

  #tiles({ rows, generation }: NumbersTable, lists: Lists): number[] {
    const tiles: number[] = [];
    for (let top = 0; top < rows.length; top += rowsInTile) {
      const part = rows.slice(top, top + rowsInTile);
      // Omits rows without cells.
      const written = part
        .map((row, n) => [n, row] as const)
        .filter(([, row]) => row.some((cell) => cell !== null))
        .map(([n, row]) => rowOf(n, row, lists, generation));
      const tile = message({ 3: 0, 4: part.length, 5: written, 6: 5, ...(generation ? {} : { 7: 1, 8: 1 }) });
      const at: Buffer[] = [];
      tiles.push(this.#add(kinds.tile, tile, at));
      this.tiles.push(Buffer.concat(at));
    }
    return tiles;
  }

  #richText(parts: readonly string[]): number {
    const text = this.#add(kinds.text, message({ 3: parts }));
    return this.#add(richText, message({ 1: reference(text) }));
  }
}

/** The strings of a table. Cells refer to the strings by position, from 1. */
class Lists {
  readonly texts: string[] = [];
  readonly rich: (readonly string[])[] = [];

  stored(cell: Exclude<NumbersCell, null>): StoredCell {
    if (typeof cell === 'string') return { text: this.texts.push(cell) };
    return 'rich' in cell ? { rich: this.rich.push(cell.rich) } : cell;
  }
}

function rowOf(
  n: number,
  row: readonly NumbersCell[],
  lists: Lists,
  generation: NumbersTable['generation'],
): Buffer {
  const stored = row.map((cell) => (cell === null ? null : lists.stored(cell)));
  const old = laidOut(
    stored.map((cell) => cell && oldCell(cell, generation)),
    1,
  );
  const recent = laidOut(
    stored.map((cell) => cell && newCell(cell)),
    4,
  );
  return message({
    1: n,
    2: stored.filter(Boolean).length,
    3: old.data,
    4: old.places,
    5: 5,
    ...(generation ? {} : { 6: recent.data, 7: recent.places, 8: 1 }),
  });
}

/** Returns the cells of a row as one buffer, and their offsets (`places`). The offsets are in units of `unit` bytes. */
function laidOut(cells: readonly (Buffer | null)[], unit: number): { data: Buffer; places: Buffer } {
  const places = Buffer.alloc(Math.max(255, cells.length) * 2, 0xff);
  let at = 0;
  for (const [column, cell] of cells.entries()) {
    places.writeUInt16LE(cell ? at / unit : nowhere, column * 2);
    at += cell?.length ?? 0;
  }
  return { data: Buffer.concat(cells.filter((cell) => cell !== null)), places };
}

type Rectangle = NonNullable<NumbersTable['merged']>;

function mergedInStore([top, left, bottom, right]: Rectangle): Buffer {
  const pair = (row: number, column: number) => {
    const packed = Buffer.alloc(5);
    // The tag of a Protocol Buffers field with the field number 1 and a length of 4 bytes.
    packed[0] = (1 << 3) | 5;
    packed.writeUInt16LE(row, 1);
    packed.writeUInt16LE(column, 3);
    return packed;
  };
  return message({ 1: message({ 1: pair(top, left), 2: pair(bottom - top + 1, right - left + 1) }) });
}

function mergedByFormula([top, left, bottom, right]: Rectangle): Buffer {
  const side = (from: number, to: number) => message({ 1: from, ...(to > from ? { 2: to } : {}) });
  const node = message({ 1: 67, 40: message({ 3: side(left, right), 4: side(top, bottom) }) });
  return message({ 2: message({ 3: message({ 2: message({ 1: message({ 1: node }) }) }) }) });
}
