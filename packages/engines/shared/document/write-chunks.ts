/** Reads the options of chunks, and writes chunks to the output file of a step. */
import { writeFileSync } from 'node:fs';
import type { Step } from '../../contract/engine.ts';
import { chunksOf, type ChunkOptions } from './chunks.ts';
import type { Document } from './model.ts';
import { counterOf } from './tokens.ts';
import { withoutPadding } from './unit-page.ts';
import { unitsOf, type Unit } from './units.ts';

export async function chunkOptionsOf(options: Step['options']): Promise<ChunkOptions> {
  const { tokenizer = 'o200k_base' } = options;
  const { chunk_size: size = tokenizer === 'characters' ? 2000 : 512, chunk_overlap: given = 0 } = options;
  // Larger overlaps would leave little space for new text.
  const overlap = Math.min(given, Math.floor(size / 2));
  return { tokenizer, size, overlap, count: await counterOf(tokenizer) };
}

/** Writes the chunks of a document. `textsOf` returns the Markdown of each unit. */
export async function writeChunks(
  { options, output }: Step,
  document: Document,
  textsOf: (units: readonly Unit[]) => readonly string[],
): Promise<void> {
  const asked = await chunkOptionsOf(options);
  const units = unitsOf(document, asked.size - asked.overlap, asked.count);
  const texts = textsOf(units);
  writeUnits(
    output,
    units.map((unit, n) => ({ ...unit, text: withoutPadding(texts[n] ?? '') })),
    asked,
  );
}

/** Joins units to chunks, and writes one line for each chunk. */
export function writeUnits(
  output: string,
  units: readonly (Unit & { text: string })[],
  options: ChunkOptions,
): void {
  const chunks = chunksOf(units, options);
  writeFileSync(output, chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''));
}
