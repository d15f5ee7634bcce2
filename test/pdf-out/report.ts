/** Writes the measurements as tables. */
import { markdownTable } from '../docs/markdown-table.ts';
import type { Scores } from './scores.ts';

export interface Measured {
  name: string;
  set: 'A' | 'B';
  by: string;
  scores: Scores;
  milliseconds: number;
  pages: number;
}

const columns = ['words', 'headings', 'tables', 'lists', 'links', 'pictures'] as const;
const head = ['', ...columns, 'heads', 'ms'];
/** Row of the required scores of set A. */
const goals = ['to reach', '.94', '.93', '.85', '.80', '', '.85', '0', '25'];

export function pageOf(measured: readonly Measured[]): { table: string; document: string } {
  const means = [...new Set(measured.map(({ set, by }) => `${set} ${by}`))].map((group) => {
    const those = measured.filter(({ set, by }) => `${set} ${by}` === group);
    const of = (name: (typeof columns)[number]) => mean(those.flatMap(({ scores }) => scores[name] ?? []));
    const heads = those.reduce((sum, { scores }) => sum + scores.heads, 0);
    return row(group, columns.map(of), heads, timeOf(those));
  });
  const each = measured.map(({ name, set, by, scores, milliseconds, pages }) =>
    row(
      `${set} ${by}: ${name}`,
      columns.map((column) => scores[column]),
      scores.heads,
      milliseconds / pages,
    ),
  );
  const summary = markdownTable([head, ...means, goals]);
  const all = markdownTable([head, ...each]);
  return { table: `${all}\n\n${summary}`, document: documentOf(summary, all) };
}

/** Returns the time per page of the longest document, which start-up affects least. */
function timeOf(measured: readonly Measured[]): number {
  const [longest] = measured.toSorted((one, two) => two.pages - one.pages);
  return longest ? longest.milliseconds / longest.pages : 0;
}

const mean = (numbers: readonly number[]) =>
  numbers.length > 0 ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : undefined;

const share = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2).replace(/^0/, ''));

const row = (
  name: string,
  scores: readonly (number | undefined)[],
  heads: number,
  milliseconds: number,
): string[] => [name, ...scores.map(share), String(heads), String(Math.round(milliseconds))];

function documentOf(means: string, each: string): string {
  return `# Conversion from PDF

\`node test/pdf-out/measure.ts --write\` writes this page. Given the folder of another checkout, it also measures that checkout.

LibreOffice and WeasyPrint print documents with known content. The PDF engine converts these PDFs to html, and pandoc reads the result.
The table shows scores (1 is the best) and other measurements:

- **words**: score of words in the right order, 2·LCS/(n+m), where LCS is the longest common subsequence.
- **headings** with their level, neighbouring cells of **tables**, items of **lists** with their depth, **links** with their text, and
  **pictures** between the right words: an F1 score for each.
- **heads**: number of running heads that were left in the text.
- **ms**: processor time per page.

The structure step may be tuned on set A, but not on set B. "To reach" is the goal.

${means}

## Each document

${each}
`;
}
