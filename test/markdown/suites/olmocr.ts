/** Checks the Markdown of olmocr's sample pages against the facts that olmocr's benchmark states about these pages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pagesOf, type Read } from './docling.ts';
import { formulaComparison } from './formulas.ts';
import { formulasIn, holds, type PageFact } from './page-facts.ts';

/**
 * Returns how many facts are true: first for the files that were used to tune the conversion, then for all other files.
 */
export async function olmocr(
  checkout: string,
  read: Read,
  dir: string,
  list: (...line: unknown[]) => void,
): Promise<string[]> {
  const folder = path.join(checkout, 'olmocr/bench/sample_data');
  const facts = (await Promise.all(['dataset', 'blanks'].map((name) => factsIn(folder, name)))).flat();
  const pdfs = [...new Set(facts.map(({ pdf }) => pdf))].sort();
  const pages = new Map<string, string>();
  for (const pdf of pdfs) {
    const file = path.join(folder, 'pdfs', pdf);
    pages.set(pdf, await read(file, await pagesOf(file)));
  }
  const formulas = facts.flatMap(({ math }) => math ?? []);
  const compare = await formulaComparison([...formulas, ...[...pages.values()].flatMap(formulasIn)], dir);
  return [0, 1].map((half) => {
    const own = facts.filter(({ pdf }) => pdfs.indexOf(pdf) % 2 === half);
    const right = own.filter((fact) => {
      const isRight = holds(fact, pages.get(fact.pdf) ?? '', compare);
      if (!isRight) list(JSON.stringify(fact).slice(0, 220));
      return isRight;
    });
    return `${right.length} of ${own.length}`;
  });
}

async function factsIn(folder: string, name: string): Promise<PageFact[]> {
  const text = await readFile(path.join(folder, `${name}.jsonl`), 'utf8');
  return text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as PageFact] : []));
}
