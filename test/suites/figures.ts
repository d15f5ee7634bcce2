/** Writes the table of a measurement into a page of the docs. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable } from '../docs/markdown-table.ts';

/**
 * Replaces a part of a page in `docs/` by a table. The replaced part is between the comments `<!-- name -->` and `<!--
 * /name -->`.
 *
 * @throws {Error} If the page does not have the comments `<!-- name -->` and `<!-- /name -->`.
 */
export async function writeFigures(
  page: string,
  name: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const file = new URL(`../../docs/${page}`, import.meta.url);
  const text = await readFile(file, 'utf8');
  const part = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
  if (!part.test(text)) throw new Error(`${page} has no part ${name}`);
  await writeFile(
    file,
    text.replace(part, (_, begin, end) => `${begin}\n${markdownTable(rows)}\n\n${end}`),
  );
}
