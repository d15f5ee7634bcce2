/**
 * Compiles a Typst document to PDF or HTML. Prints the error and exits with status 1 if the document does not compile.
 */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sourceDateEpoch } from '../../contract/source-date-epoch.ts';
import { readStep } from '../../contract/step.ts';

const { input, output, to } = readStep();

// The built-in fonts have only European letters and mathematical symbols.
const fontPaths = ['liberation2', 'liberation', 'dejavu', 'droid'].map(
  (name) => `/usr/share/fonts/truetype/${name}`,
);
const compiler = NodeCompiler.create({ workspace: path.dirname(input), fontArgs: [{ fontPaths }] });
try {
  await writeFile(output, to === 'pdf' ? toPdf() : toHtml());
} catch (error) {
  // Some errors of the compiler have no message.
  process.stderr.write(`${(error as Error).message || 'it does not compile'}\n`);
  process.exitCode = 1;
}

function toPdf(): Buffer {
  return compiler.pdf({ mainFilePath: input }, { creationTimestamp: sourceDateEpoch });
}

function toHtml(): string {
  const tried = compiler.tryHtml({ mainFilePath: input });
  if (tried.hasError() || !tried.result) throw new Error('it does not compile to HTML');
  return withTopHeading(tried.result.html());
}

/**
 * If the page has no h1, raises all headings by one level. Typst reserves h1 for a document title, which few documents
 * have.
 */
function withTopHeading(html: string): string {
  if (/<h1\b/.test(html)) return html;
  return html.replace(/<(\/?)h([2-6])\b/g, (_, end: string, level: string) => `<${end}h${Number(level) - 1}`);
}
