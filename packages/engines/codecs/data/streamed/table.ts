/** A table that is read row by row, more than once, so that it need not fit into memory. */
import type { Options } from '../../../contract/options.ts';
import type { Value } from '../values/value.ts';
import type { PlainCsv } from './plain/survey.ts';

/** Values of the columns in their order; there are none behind its last cell. */
export type Row = Value[];

export interface StreamedTable {
  /** Those that any row has a cell for; all where there are no rows. */
  columns: readonly string[];
  /** The rows anew, some thousand at a time, none of whose values has members. */
  batches: () => AsyncGenerator<Row[]>;
  /** The file that it is read from, where its bytes tell all of it. */
  plain?: PlainCsv | undefined;
}

/** Undefined where values have members, which only all of them together tell how to write. Throws any error for damaged files. */
export type TableReader = (file: string, options: Options) => Promise<StreamedTable | undefined>;

export type TableWriter = (file: string, table: StreamedTable, options: Options) => Promise<void>;
