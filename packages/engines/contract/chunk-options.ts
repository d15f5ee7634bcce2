/** The options that decide how a document is divided into chunks, as rows of the table of options. */
import { enumOption, integerOption } from './option-row.ts';

export const chunkOptionRows = {
  chunk_size: integerOption(
    16,
    100_000,
    'last',
    'Maximum size of a chunk in tokens (512 by default), or in characters (2000 by default).',
  ),
  chunk_overlap: integerOption(
    0,
    10_000,
    'last',
    'Size of the overlap: the end of a chunk is repeated at the start of the next chunk of the same section. At most half of chunk_size, and 0 by default.',
  ),
  tokenizer: enumOption(
    ['o200k_base', 'cl100k_base', 'characters'],
    'last',
    'The tokenizer that measures chunks (o200k_base by default). With characters, chunks are measured in characters.',
  ),
} as const;
