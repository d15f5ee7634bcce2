/** A value of data with its type, as the readers of the oracles hand it on. */

/** As `data_reader.py` prints it. */
export type Tagged =
  | null
  | boolean
  | string
  | Tagged[]
  | { int: string }
  | { float: string }
  | { decimal: string }
  | { moment: string }
  | { bytes: string }
  | { map: [string, Tagged][] };
