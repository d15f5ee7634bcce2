/** All data codecs by format, imported on demand: no conversion needs more than two. */
import type { Codec, FileCodec, Writer } from './codec.ts';

export const codecs: Readonly<Record<string, () => Promise<Codec>>> = {
  json: async () => (await import('./json.ts')).codec,
  json5: async () => (await import('./json5.ts')).codec,
  ndjson: async () => (await import('./ndjson.ts')).codec,
  yaml: async () => (await import('./yaml.ts')).codec,
  toml: async () => (await import('./toml.ts')).codec,
  xml: async () => (await import('./xml.ts')).codec,
  plist: async () => (await import('./plist.ts')).codec,
  ini: async () => (await import('./ini.ts')).codec,
  properties: async () => (await import('./properties.ts')).codec,
  msgpack: async () => (await import('./msgpack.ts')).codec,
  cbor: async () => (await import('./cbor.ts')).codec,
  bson: async () => (await import('./bson.ts')).codec,
  avro: async () => (await import('./avro.ts')).codec,
  arrow: async () => (await import('./arrow.ts')).codec,
  po: async () => (await import('./po.ts')).codec,
  mo: async () => (await import('./mo.ts')).codec,
  csv: async () => (await import('./csv.ts')).csv,
  tsv: async () => (await import('./csv.ts')).tsv,
};

/** Codecs that work on files. */
export const fileCodecs: Readonly<Record<string, () => Promise<FileCodec>>> = {
  parquet: async () => (await import('./parquet.ts')).fileCodec,
  sqlite: async () => (await import('./sqlite.ts')).fileCodec,
};

/** Formats that can only be written. */
export const writers: Readonly<Record<string, () => Promise<Writer>>> = {
  sql: async () => (await import('./sql.ts')).writer,
  html: async () => (await import('./html.ts')).writer,
  md: async () => (await import('./markdown.ts')).writer,
};
