/**
 * Compares TeX formulas. Converts the formulas to MathML with pandoc, and compares the symbols and layout in the
 * MathML.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../samples/run.ts';

/**
 * Returns a function that checks whether the formula `written` contains the formula `sought`. The function compares the
 * MathML of both formulas without attributes and groups: only symbols, fractions, roots, indices and exponents remain.
 * olmocr's own benchmark compares rendered formulas instead.
 */
export async function formulaComparison(
  formulas: readonly string[],
  dir: string,
): Promise<(written: string, sought: string) => boolean> {
  const known = new Map<string, string>();
  const all = [...new Set(formulas.map((one) => one.replace(/\s+/g, ' ')))];
  const file = path.join(dir, 'formulas.md');
  await writeFile(file, all.map((tex) => `$${tex}$\n`).join('\n'));
  const { stdout } = await run('/usr/bin/pandoc', ['-f', 'markdown', '-t', 'html', '--mathml', file]);
  const parts = stdout.toString().split(/<\/p>/);
  for (const [n, tex] of all.entries()) known.set(tex, symbolsOf(parts[n] ?? ''));
  const layout = (tex: string) => known.get(tex.replace(/\s+/g, ' ')) ?? '';
  return (written, sought) => layout(sought) !== '' && layout(written).includes(layout(sought));
}

function symbolsOf(html: string): string {
  const [, mathml = ''] = /<math[^>]*>([^]*)<\/math>/.exec(html) ?? [];
  return mathml
    .replace(/<annotation[^]*?<\/annotation>/g, '')
    .replace(/<\/?(?:semantics|mrow|mstyle)[^>]*>/g, '')
    .replace(/<mspace[^>]*(?:\/>|>\s*<\/mspace>)/g, '')
    .replace(/<(\w+)[^>]*>/g, '<$1>')
    .replace(/<m(?:o|i|n|text)>\s*<\/m(?:o|i|n|text)>/g, '')
    .replace(/<\/?m(?:o|i|n|text)>/g, ' ')
    .replace(/[\s\u2061-\u2064]+/g, '')
    .normalize('NFKC');
}
