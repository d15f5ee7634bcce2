/** The formats that the codecs convert, by kind of content. */

/** Formats that distinguish numbers, booleans and strings. */
export const typed = ['json', 'ndjson', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson'];

/** Nesting formats whose values are all text. */
export const settings = ['xml', 'ini', 'properties'];

/** Formats that nest values. */
export const structured = [...typed, ...settings];

export const delimited = ['csv', 'tsv'];

/** Formats of one table with typed columns. */
export const columnar = ['parquet', 'arrow', 'avro'];

/** Formats that support the option `indent`. */
export const indented = ['json', 'json5', 'yaml', 'plist'];
