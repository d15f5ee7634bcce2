/** A data value with its type, as the readers of the oracles return it. */

/** As printed by `data_reader.py`. */
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
