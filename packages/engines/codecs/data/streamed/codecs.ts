/** Row-by-row readers and writers by format, imported on demand. */
import type { TableReader, TableWriter } from './table.ts';

export const readers: Readonly<Record<string, () => Promise<TableReader>>> = {
  csv: async () => (await import('./csv.ts')).csv.read,
  tsv: async () => (await import('./csv.ts')).tsv.read,
  parquet: async () => (await import('./parquet.ts')).readParquet,
};

export const writers: Readonly<Record<string, () => Promise<TableWriter>>> = {
  csv: async () => (await import('./csv.ts')).csv.write,
  tsv: async () => (await import('./csv.ts')).tsv.write,
  json: async () => (await import('./json.ts')).writeJson,
  ndjson: async () => (await import('./json.ts')).writeNdjson,
  parquet: async () => (await import('./parquet.ts')).writeParquet,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
};
