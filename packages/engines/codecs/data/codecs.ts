/** All data codecs by format, imported on demand, because no conversion needs more than 2. */
import type { Codec, FileCodec, Writer } from './codec.ts';

export const codecs: Readonly<Record<string, () => Promise<Codec>>> = {
  json: async () => (await import('./text/json.ts')).codec,
  json5: async () => (await import('./text/json5.ts')).codec,
  ndjson: async () => (await import('./text/ndjson.ts')).codec,
  yaml: async () => (await import('./text/yaml.ts')).codec,
  toml: async () => (await import('./text/toml.ts')).codec,
  xml: async () => (await import('./text/xml.ts')).codec,
  plist: async () => (await import('./text/plist.ts')).codec,
  ini: async () => (await import('./text/ini.ts')).codec,
  properties: async () => (await import('./text/properties.ts')).codec,
  msgpack: async () => (await import('./binary/msgpack.ts')).codec,
  cbor: async () => (await import('./binary/cbor.ts')).codec,
  bson: async () => (await import('./binary/bson.ts')).codec,
  avro: async () => (await import('./columnar/avro.ts')).codec,
  arrow: async () => (await import('./columnar/arrow.ts')).codec,
  po: async () => (await import('./text/po.ts')).codec,
  mo: async () => (await import('./binary/mo.ts')).codec,
  csv: async () => (await import('./text/csv.ts')).csv,
  tsv: async () => (await import('./text/csv.ts')).tsv,
};

/** Codecs that work on files. */
export const fileCodecs: Readonly<Record<string, () => Promise<FileCodec>>> = {
  parquet: async () => (await import('./columnar/parquet.ts')).fileCodec,
  sqlite: async () => (await import('./binary/sqlite.ts')).fileCodec,
};

/** Formats that can only be written. */
export const writers: Readonly<Record<string, () => Promise<Writer>>> = {
  sql: async () => (await import('./text/sql.ts')).writer,
  html: async () => (await import('./text/html.ts')).writer,
  md: async () => (await import('./text/markdown.ts')).writer,
};
