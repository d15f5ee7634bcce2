/**
 * The type of the values that the data readers of the oracles return. Numbers, dates, bytes and maps are tagged with
 * their types.
 */

/** A value in the JSON notation that `data_reader.py` describes. */
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
