/** The schema of a line of `chunks.ndjson`. */
import { z } from 'zod';
import { chunkSchemaName, tokenizers } from './names.ts';
import { box } from './schema.ts';

export const chunkSchema = z.strictObject({
  schema: z.literal(chunkSchemaName),
  version: z.string().regex(/^1\.\d+$/),
  index: z.int().min(0),
  headings: z.array(z.string()).describe('The headings above the chunk, from the outermost.'),
  pages: z.array(z.int().min(1)),
  boxes: z.array(z.strictObject({ page: z.int().min(1), box })).describe('Places of the blocks.'),
  kinds: z.array(z.string()).describe('Kinds of the blocks in the chunk.'),
  text: z.string().describe('Markdown.'),
  overlap: z
    .int()
    .min(1)
    .optional()
    .describe('Number of characters at the beginning of the text that repeat the end of the previous chunk.'),
  part: z
    .strictObject({ number: z.int().min(1), of: z.int().min(2) })
    .optional()
    .describe(
      'Position among the parts of a block that is larger than a chunk. Parts of a table repeat its header.',
    ),
  tokenizer: z.enum(tokenizers),
  size: z.int().min(0).describe('Number of tokens, or of characters.'),
});

export type Chunk = z.infer<typeof chunkSchema>;
