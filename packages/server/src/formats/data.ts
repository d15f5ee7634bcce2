/** Data formats, a row each. */
import type { Format } from './format.ts';

// `text` and `structure` set them beside tables, from and to which they are converted.
const untyped = ['text', 'structure', 'nesting'] as const;
const typed = [...untyped, 'types'] as const;

export const data: readonly Format[] = [
  {
    ext: 'json',
    name: 'JSON',
    category: 'data',
    mime: 'application/json',
    holds: [...typed, 'nulls'],
    hub: true,
  },
  {
    ext: 'ndjson',
    name: 'Newline-delimited JSON',
    category: 'data',
    mime: 'application/x-ndjson',
    aliases: ['jsonl', 'ldjson'],
    holds: [...typed, 'nulls'],
  },
  {
    ext: 'json5',
    name: 'JSON5',
    category: 'data',
    mime: 'application/json5',
    holds: [...typed, 'nulls'],
  },
  {
    ext: 'yaml',
    name: 'YAML',
    category: 'data',
    mime: 'application/yaml',
    aliases: ['yml'],
    holds: [...typed, 'nulls'],
  },
  {
    ext: 'toml',
    name: 'TOML',
    category: 'data',
    mime: 'application/toml',
    holds: typed,
  },
  {
    ext: 'xml',
    name: 'XML',
    category: 'data',
    mime: 'application/xml',
    holds: untyped,
  },
  {
    ext: 'plist',
    name: 'Apple property list',
    category: 'data',
    mime: 'application/x-plist',
    holds: typed,
    // The binary form; the XML form starts like any other XML.
    magic: [{ hex: '62706c6973743030' }],
    magicOptional: true,
  },
  {
    ext: 'ini',
    name: 'INI configuration',
    category: 'data',
    mime: 'text/x-ini',
    holds: untyped,
  },
  {
    ext: 'properties',
    name: 'Java properties',
    category: 'data',
    mime: 'text/x-java-properties',
    holds: untyped,
  },
  {
    ext: 'msgpack',
    name: 'MessagePack',
    category: 'data',
    mime: 'application/vnd.msgpack',
    aliases: ['mpk'],
    holds: [...typed, 'nulls'],
  },
  {
    ext: 'cbor',
    name: 'CBOR',
    category: 'data',
    mime: 'application/cbor',
    holds: [...typed, 'nulls'],
    // The tag that says "this is CBOR" is seldom written.
    magic: [{ hex: 'd9d9f7' }],
    magicOptional: true,
  },
  {
    ext: 'bson',
    name: 'BSON',
    category: 'data',
    mime: 'application/bson',
    holds: [...typed, 'nulls'],
  },
  {
    ext: 'parquet',
    name: 'Apache Parquet',
    category: 'data',
    mime: 'application/vnd.apache.parquet',
    holds: [...typed, 'nulls'],
    magic: [{ hex: '50415231' }],
  },
  {
    ext: 'arrow',
    name: 'Apache Arrow',
    category: 'data',
    mime: 'application/vnd.apache.arrow.file',
    aliases: ['feather'],
    holds: [...typed, 'nulls'],
    // The file form; a stream begins with its schema.
    magic: [{ hex: '4152524f5731' }],
    magicOptional: true,
  },
  {
    ext: 'avro',
    name: 'Apache Avro',
    category: 'data',
    mime: 'application/vnd.apache.avro',
    holds: [...typed, 'nulls'],
    magic: [{ hex: '4f626a01' }],
  },
  {
    ext: 'sqlite',
    name: 'SQLite database',
    category: 'data',
    mime: 'application/vnd.sqlite3',
    aliases: ['sqlite3', 'db'],
    holds: ['text', 'structure', 'types', 'nulls', 'sheets'],
    magic: [{ hex: '53514c69746520666f726d6174203300' }],
  },
  {
    ext: 'sql',
    name: 'SQL statements',
    category: 'data',
    mime: 'application/sql',
    holds: ['text', 'structure', 'types', 'nulls', 'sheets'],
  },
];
