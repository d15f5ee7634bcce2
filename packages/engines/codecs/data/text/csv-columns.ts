/**
 * Determines the columns of delimited text and the values of their cells. A first pass examines every row, a second
 * pass reads the values.
 */
import type { Cell } from '../values/cells.ts';
import { nameColumns } from '../values/table.ts';
import { looksTyped, typedValue } from '../values/untyped.ts';
import type { Value } from '../values/value.ts';

/** Properties of delimited text, known after a pass over all rows. */
export interface CsvColumns {
  names: string[];
  /** Number of columns that have a cell in at least one row. The header may name additional columns. */
  width: number;
  /** Number of rows that are read, and number of cells in these rows. */
  rows: number;
  cells: number;
  /** Returns whether the row is read as a record. An empty line is a row only in a one-column table. */
  isRow: (row: readonly Cell[]) => boolean;
  /** Returns a value for each cell. */
  valuesOf: (row: readonly Cell[]) => Value[];
}

export class CsvSurvey {
  #header: readonly Cell[] | undefined;
  #width = 0;
  #rows = 0;
  #cells = 0;
  #emptyLines = 0;
  /** Number of cells in the longest row that is not an empty line. */
  #filledWidth = 0;
  #allQuoted = true;
  /**
   * For each column: whether an unquoted cell of the column is not a number or a boolean. If all cells of the file are
   * quoted, `#untypedInQuotes` is used.
   */
  readonly #untyped: boolean[] = [];
  readonly #untypedInQuotes: boolean[] = [];

  /** If `named` is false, the first row contains values instead of names. */
  constructor(named: boolean) {
    if (!named) this.#header = [];
  }

  add(row: readonly Cell[]): void {
    if (this.#header === undefined) {
      this.#header = row;
      this.#allQuoted = row.every((cell) => cell.quoted);
      return;
    }
    this.#rows += 1;
    this.#cells += row.length;
    this.#width = Math.max(this.#width, row.length);
    if (row.length === 1 && row[0]?.text === '') this.#emptyLines += 1;
    else this.#filledWidth = Math.max(this.#filledWidth, row.length);
    // A counter is used, because `row.entries()` would create an object for each of millions of cells.
    let n = -1;
    for (const { text, quoted } of row) {
      n += 1;
      if (!quoted) this.#allQuoted = false;
      const untyped = quoted ? this.#untypedInQuotes : this.#untyped;
      // If all cells so far are quoted, quotes do not mark text.
      if (untyped[n] === true || text === '' || (quoted && !this.#allQuoted)) continue;
      if (!looksTyped(text)) untyped[n] = true;
    }
  }

  finish(): CsvColumns {
    const header = this.#header ?? [];
    const names = nameColumns(
      header.map(({ text }) => text),
      this.#width,
    );
    const allQuoted = this.#allQuoted;
    const untyped = allQuoted ? this.#untypedInQuotes : this.#untyped;
    const isSingle = names.length === 1;
    const rows = isSingle ? this.#rows : this.#rows - this.#emptyLines;
    return {
      names,
      width: rows === 0 ? names.length : isSingle ? 1 : this.#filledWidth,
      rows,
      cells: this.#cells,
      isRow: (row) => isSingle || row.length > 1 || row[0]?.text !== '',
      valuesOf: valuesBy({ allQuoted, untyped }),
    };
  }
}

/** Returns a function that converts a row to its values. `untyped` states for each column whether it is text. */
export function valuesBy({ allQuoted, untyped }: { allQuoted: boolean; untyped: readonly boolean[] }) {
  const valueOf = ({ text, quoted }: Cell, n: number): Value => {
    if (quoted && !allQuoted) return text;
    if (text === '' && !quoted) return null;
    // Empty cells have no type, whether quoted or not.
    return text === '' || untyped[n] === true ? text : typedValue(text);
  };
  return (row: readonly Cell[]): Value[] => row.map(valueOf);
}
