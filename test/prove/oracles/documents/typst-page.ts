/**
 * Converts a Typst document to an HTML page with the Typst compiler. Throws if the document does not also compile to
 * PDF.
 */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes the HTML page next to `file` and returns its path. */
export async function typstPage(file: string): Promise<string> {
  const compiler = NodeCompiler.create({ workspace: path.dirname(file) });
  assert.ok(compiler.pdf({ mainFilePath: file }).length > 0, 'a pdf');
  const { result } = compiler.tryHtml({ mainFilePath: file });
  assert.ok(result, 'it compiles to HTML');
  // Changes h2 to h1 and so on, because Typst starts headings at level 2. Adds a line end after each <br>, because
  // Typst writes no space after <br>.
  const page = result
    .html()
    .replace(/<(\/?)h([2-6])\b/g, (_, end, level) => `<${end}h${Number(level) - 1}`)
    .replaceAll('<br>', '<br>\n');
  await writeFile(`${file}.html`, page);
  return `${file}.html`;
}
