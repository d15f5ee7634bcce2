/** Reads `doc.json` files. */
import { refuse } from '../runner/refuse.ts';
import type { Document } from './model.ts';
import { documentSchema } from './schema.ts';

/** Returns the document. Refuses files that do not follow the schema. */
export function parseDocument(text: string): Document {
  const { success, data, error } = documentSchema.safeParse(jsonOf(text));
  if (success) return data;
  const [issue] = error.issues;
  process.stderr.write(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}\n`);
  return refuse('damaged');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return refuse('damaged');
  }
}
