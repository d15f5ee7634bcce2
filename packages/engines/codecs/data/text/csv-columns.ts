/** The columns of delimited text and the values of their cells: a first pass looks at every row, a second one reads them. */
import type { Cell } from '../values/cells.ts';
import { nameColumns } from '../values/table.ts';
import { looksTyped, typedValue } from '../values/untyped.ts';
import type { Value } from '../values/value.ts';

/** What is known of delimited text once all of its rows were looked at. */
export interface CsvColumns {
  names: string[];
  /** How many of `names` are in use: trailing ones may have no cell in any row. */
  width: number;
  /** Rows that are read, and their cells. */
  rows: number;
  cells: number;
  /** Whether it is read: an empty line is a row in a table of one column only. */
  isRow: (row: readonly Cell[]) => boolean;
  /** One for each cell. */
  valuesOf: (row: readonly Cell[]) => Value[];
}

export class CsvSurvey {
  #header: readonly Cell[] | undefined;
  #width = 0;
  #rows = 0;
  #cells = 0;
  #emptyLines = 0;
  /** The width without empty lines. */
  #filledWidth = 0;
  #allQuoted = true;
  /** By column: whether a cell that carries a type is none of a number or a boolean. */
  readonly #untyped: boolean[] = [];
  readonly #untypedInQuotes: boolean[] = [];

  /** Without `named` the first row holds values like the others. */
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
    // Entries of an array would be objects, millions of them.
    let n = -1;
    for (const { text, quoted } of row) {
      n += 1;
      if (!quoted) this.#allQuoted = false;
      const untyped = quoted ? this.#untypedInQuotes : this.#untyped;
      // While all are quoted, quotes carry no type.
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

/** The values of the cells of a row, where `untyped` tells of each column whether a cell that carries a type is a text. */
export function valuesBy({ allQuoted, untyped }: { allQuoted: boolean; untyped: readonly boolean[] }) {
  const valueOf = ({ text, quoted }: Cell, n: number): Value => {
    if (quoted && !allQuoted) return text;
    if (text === '' && !quoted) return null;
    // What is empty has no type, quoted or not.
    return text === '' || untyped[n] === true ? text : typedValue(text);
  };
  return (row: readonly Cell[]): Value[] => row.map(valueOf);
}
