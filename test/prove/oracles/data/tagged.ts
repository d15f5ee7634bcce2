/** The type of data values that the readers of the oracles return. Each value states its type. */

/** A value in the notation of `data_reader.py`. */
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
