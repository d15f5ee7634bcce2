/** A table that is read row by row, more than once, and does not have to fit into memory. */
import type { Options } from '../../../contract/options.ts';
import type { Value } from '../values/value.ts';
import type { PlainCsv } from './plain/survey.ts';

/** Values of the columns in order. Trailing values may be missing. */
export type Row = Value[];

export interface StreamedTable {
  /** Columns that have a cell in at least one row, or all columns if there are no rows. */
  columns: readonly string[];
  /** Reads the rows from the beginning, in batches of a few thousand. The values of the rows are scalars. */
  batches: () => AsyncGenerator<Row[]>;
  /** The source file, if it is plain delimited text. Some writers convert plain delimited text without decoding it. */
  plain?: PlainCsv | undefined;
}

/**
 * Opens a table. Returns undefined if the table has nested values, because nested values can be written only with the
 * whole table in memory. @throws any error for damaged files.
 */
export type TableReader = (file: string, options: Options) => Promise<StreamedTable | undefined>;

export type TableWriter = (file: string, table: StreamedTable, options: Options) => Promise<void>;
