/** The names and versions of the schemas of `doc.json` and `chunks.ndjson`. */

/** Identifies a `doc.json` file. The name is in the first member of the file, so that format detection finds it. */
export const schemaName = 'protean-document';

export const schemaVersion = '1.0';

export const chunkSchemaName = 'protean-chunk';

export const tokenizers = ['o200k_base', 'cl100k_base', 'characters'] as const;

export type Tokenizer = (typeof tokenizers)[number];
