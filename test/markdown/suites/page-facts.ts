/**
 * Checks Markdown against the facts that olmocr states about single pages: that the page has a text, a table cell or a
 * formula, or that one text is before another text.
 */
import { withTables } from './markdown-tables.ts';
import { placesOf, similarity } from './text-distance.ts';

export interface PageFact {
  pdf: string;
  page: number;
  type: 'present' | 'absent' | 'order' | 'table' | 'math' | 'baseline';
  text?: string;
  before?: string;
  after?: string;
  cell?: string;
  up?: string;
  down?: string;
  left?: string;
  right?: string;
  top_heading?: string;
  left_heading?: string;
  math?: string;
  max_diffs?: number;
  max_length?: number;
  case_sensitive?: boolean;
  last_n?: number;
}

/**
 * Returns whether the Markdown of a page has the property that `fact` states. `sameFormula` compares two formulas in
 * TeX.
 */
export function holds(
  fact: PageFact,
  markdown: string,
  sameFormula: (one: string, other: string) => boolean,
): boolean {
  const text = plain(markdown);
  if (fact.type === 'baseline')
    return text.replace(/[^\p{L}\p{N}]/gu, '').length <= (fact.max_length ?? Infinity);
  if (fact.type === 'present') return hasText(fact, text);
  if (fact.type === 'absent') return !hasText(fact, text);
  if (fact.type === 'order') {
    const [first] = placesOf(plain(fact.before ?? ''), text, fact.max_diffs ?? 0);
    const last = placesOf(plain(fact.after ?? ''), text, fact.max_diffs ?? 0).at(-1);
    return first !== undefined && last !== undefined && first < last;
  }
  if (fact.type === 'table')
    return withTables(markdown).tables.some((rows) =>
      hasCell(
        fact,
        rows.map((row) => row.map(plain)),
      ),
    );
  return formulasIn(markdown).some((formula) => sameFormula(formula, fact.math ?? ''));
}

/**
 * Returns the text without emphasis marks. Replaces whitespace with single spaces, and typographic quotation marks and
 * dashes with ASCII characters.
 */
function plain(markdown: string): string {
  return markdown
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/<\/?[bi]>/g, '')
    .replace(/\*\*(.*?)\*\*/g, '$1')
    .replace(/__(.*?)__/g, '$1')
    .replace(/([*_])(.*?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—‑‒−]/g, '-')
    .replace(/µ/g, 'μ');
}

function hasText(
  { text = '', max_diffs: most = 0, case_sensitive: exact = true, last_n: end }: PageFact,
  page: string,
) {
  const [sought, all] = exact ? [plain(text), page] : [plain(text).toLowerCase(), page.toLowerCase()];
  const part = end === undefined ? all : all.slice(-end);
  if (most === 0) return part.includes(sought);
  const least = 1 - most / sought.length;
  for (let at = 0; at < Math.max(1, part.length - sought.length + 1); at += 1)
    if (similarity(sought, part.slice(at, at + sought.length)) >= least) return true;
  return false;
}

function hasCell(fact: PageFact, rows: readonly (readonly string[])[]): boolean {
  const sought = plain(fact.cell ?? '');
  const isLike = (expected: string | undefined, cells: readonly (string | undefined)[]) =>
    expected === undefined || cells.some((cell) => cell === plain(expected));
  return rows.some((row, y) =>
    row.some(
      (cell, x) =>
        cell === sought &&
        isLike(fact.up, [rows[y - 1]?.[x]]) &&
        isLike(fact.down, [rows[y + 1]?.[x]]) &&
        isLike(fact.left, [row[x - 1]]) &&
        isLike(fact.right, [row[x + 1]]) &&
        isLike(fact.top_heading, x === 0 ? rows.slice(0, y).map((one) => one[0]) : [rows[0]?.[x]]) &&
        isLike(fact.left_heading, y === 0 ? row.slice(0, x) : [row[0]]),
    ),
  );
}

/** Returns the TeX formulas between dollar signs. */
export function formulasIn(markdown: string): string[] {
  const formulas: string[] = [];
  const rest = markdown.replace(/\$\$(.+?)\$\$/gs, (_, tex: string) => {
    formulas.push(tex.trim());
    return '';
  });
  for (const [, tex = ''] of rest.matchAll(/\$(.+?)\$/gs)) formulas.push(tex.trim());
  return formulas;
}
