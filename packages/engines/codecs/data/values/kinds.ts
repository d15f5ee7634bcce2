/** The formats that the codecs convert, by kind of content. */

/** Formats that distinguish numbers, booleans and strings. */
export const typed = ['json', 'ndjson', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson'];

/** Formats that support nested values, but store all scalars as text. */
export const settings = ['xml', 'ini', 'properties'];

/** Formats that support nested values. */
export const structured = [...typed, ...settings];

export const delimited = ['csv', 'tsv'];

/** Formats that store one table with typed columns. */
export const columnar = ['parquet', 'arrow', 'avro'];

/** Formats that support the option `indent`. */
export const indented = ['json', 'json5', 'yaml', 'plist'];
