/** Sets a document of Typst on pages, or as a web page. One that does not compile ends with status 1 and says why. */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sourceDateEpoch } from '../runtime/source-date-epoch.ts';
import { readStep } from '../runtime/step.ts';

const { input, output, to } = readStep();

// What it brings itself are letters of Europe and signs of mathematics.
const fontPaths = ['liberation2', 'liberation', 'dejavu', 'droid'].map(
  (name) => `/usr/share/fonts/truetype/${name}`,
);
const compiler = NodeCompiler.create({ workspace: path.dirname(input), fontArgs: [{ fontPaths }] });
try {
  await writeFile(output, to === 'pdf' ? page() : web());
} catch (error) {
  // What the compiler throws says nothing itself.
  process.stderr.write(`${(error as Error).message || 'it does not compile'}\n`);
  process.exitCode = 1;
}

function page(): Buffer {
  return compiler.pdf({ mainFilePath: input }, { creationTimestamp: sourceDateEpoch });
}

function web(): string {
  const tried = compiler.tryHtml({ mainFilePath: input });
  if (tried.hasError() || !tried.result) throw new Error('it does not compile as a web page');
  return raised(tried.result.html());
}

/** Typst leaves the highest heading to a title that few documents have; in what it writes, a mark is a mark. */
function raised(html: string): string {
  if (/<h1\b/.test(html)) return html;
  return html.replace(/<(\/?)h([2-6])\b/g, (_, end: string, level: string) => `<${end}h${Number(level) - 1}`);
}
