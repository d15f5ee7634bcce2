/** Formats the measurements as Markdown tables, and as the page docs/pdf-out.md. */
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
const head = [...columns, 'heads', 'ms'];
/** The table row with the goals for set A. */
const goals = ['A', 'goal', '.94', '.93', '.85', '.80', '', '.85', '0', '25'];

export function pageOf(measured: readonly Measured[]): { table: string; document: string } {
  const groups = [...new Set(measured.map(({ set, by }) => `${set} ${by}`))];
  const means = groups.map((group) => {
    const those = measured.filter(({ set, by }) => `${set} ${by}` === group);
    const of = (name: (typeof columns)[number]) => mean(those.flatMap(({ scores }) => scores[name] ?? []));
    const heads = those.reduce((sum, { scores }) => sum + scores.heads, 0);
    return row(group.split(' '), columns.map(of), heads, timeOf(those));
  });
  const each = measured.map(({ name, set, by, scores, milliseconds, pages }) =>
    row(
      [set, name, by],
      columns.map((column) => scores[column]),
      scores.heads,
      milliseconds / pages,
    ),
  );
  const summary = markdownTable([['set', 'checkout', ...head], ...means, goals]);
  const all = markdownTable([['set', 'document', 'checkout', ...head], ...each]);
  return { table: `${all}\n\n${summary}`, document: documentOf(summary, all) };
}

/**
 * Returns the CPU time per page of the longest document, in milliseconds. The start-up time of the engine has the least
 * effect on this document.
 */
function timeOf(measured: readonly Measured[]): number {
  const [longest] = measured.toSorted((one, two) => two.pages - one.pages);
  return longest ? longest.milliseconds / longest.pages : 0;
}

const mean = (numbers: readonly number[]) =>
  numbers.length > 0 ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : undefined;

const share = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2).replace(/^0/, ''));

const row = (
  names: readonly string[],
  scores: readonly (number | undefined)[],
  heads: number,
  milliseconds: number,
): string[] => [...names, ...scores.map(share), String(heads), String(Math.round(milliseconds))];

function documentOf(means: string, each: string): string {
  return `# Conversion from PDF

\`node test/pdf-out/measure.ts --write\` writes this page. If you pass the folder of a second checkout, the script also measures that
checkout.

The test documents have known content. LibreOffice and WeasyPrint convert the test documents to PDF. Protean's PDF engine then converts the
PDFs to HTML, and pandoc reads the HTML. The table shows scores (1 is the best) and other measurements:

- **words**: a score for words in the right order, 2·LCS/(n+m). LCS is the length of the longest common subsequence, and n and m are the
  lengths of the two texts.
- **headings**, **tables**, **lists**, **links** and **pictures**: an F1 score for each of these five kinds of content. A heading must have
  the right level, a list item must have the right depth, and a link must have the right text. The score for tables counts the pairs of neighbouring cells that are correct. A picture counts as correct if it is between the same words as in the PDF.
- **heads**: the number of running heads that remain in the text.
- **ms**: the processor time per page. The first table shows the time per page of the longest document.

The documents in set A may be used to tune the step that detects the structure of pages. The documents in set B must not be used for tuning.
In the column "checkout", "before" means the second checkout that was passed to the script, and "now" means the current checkout. The row "goal" shows the goals for set A.

${means}

## Each document

${each}
`;
}
