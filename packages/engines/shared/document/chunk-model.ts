/** The names and types of a line of `chunks.ndjson`. */
import type { ChunkSchema } from './chunk-schema.ts';

export const tokenizers = ['o200k_base', 'cl100k_base', 'characters'] as const;

export type Tokenizer = (typeof tokenizers)[number];

export const chunkSchemaName = 'protean-chunk';

export type Chunk = ChunkSchema;
