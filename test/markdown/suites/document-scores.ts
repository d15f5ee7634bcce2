/**
 * Scores Markdown against the expected Markdown of a document by the metrics of opendataloader-bench: the order of the
 * text (NID), tables (TEDS) and headings (MHS).
 */
import { shareChanged, similarity } from './text-distance.ts';
import { sizeOf, treeDistance, type Tree } from './tree-distance.ts';
import { withTables } from './markdown-tables.ts';

export interface DocumentScores {
  order: number;
  /** Score of the tables, or undefined if the expected document has no table. */
  tables?: number;
  /** Score of the headings, or undefined if the expected document has no heading. */
  headings?: number;
}

export function documentScores(expected: string, written: string): DocumentScores {
  const [one, two] = [withTables(withoutPictures(expected)), withTables(withoutPictures(written))];
  const tables = one.tables.length > 0 ? { tables: tableScore(one.tables, two.tables) } : {};
  const headings = headingScore(one.text, two.text);
  return {
    order: similarity(spaced(one.text), spaced(two.text)),
    ...tables,
    ...(headings === undefined ? {} : { headings }),
  };
}

/** Removes pictures, and the comments that docling's expected files contain in place of pictures. */
const withoutPictures = (markdown: string) =>
  markdown.replace(/<!--[^]*?-->/g, '').replace(/!\[[^\]]*\]\([^)]*\)/g, '');

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

const cellMark = 'td ';

/**
 * Compares all tables of a document as one tree. If a table is missing or additional, all its nodes count as
 * differences.
 */
function tableScore(expected: readonly string[][][], written: readonly string[][][]): number {
  if (written.length === 0) return 0;
  const tree = (tables: readonly string[][][]): Tree => ({
    label: 'tables',
    children: tables.map((rows) => ({
      label: 'table',
      children: rows.map((row) => ({
        label: 'tr',
        children: row.map((cell) => ({ label: cellMark + spaced(cell), children: [] })),
      })),
    })),
  });
  const [one, two] = [tree(expected), tree(written)];
  return 1 - treeDistance(one, two, change) / Math.max(sizeOf(one), sizeOf(two));
}

const headingMark = 'heading ';
const contentMark = 'content ';

/**
 * Compares the documents as trees, in which each heading contains the text up to the next heading. Ignores the levels
 * of headings.
 */
function headingScore(expected: string, written: string): number | undefined {
  const [one, two] = [sectionsOf(expected), sectionsOf(written)];
  const hasHeading = ({ children }: Tree) => children.some(({ label }) => label.startsWith(headingMark));
  if (!hasHeading(one)) return undefined;
  if (!hasHeading(two)) return 0;
  const distance = treeDistance(one, two, change);
  return Math.max(0, 1 - distance / Math.max(sizeOf(one), sizeOf(two)));
}

function sectionsOf(markdown: string): Tree {
  const sections: { label: string; lines: string[] }[] = [{ label: '', lines: [] }];
  for (const line of markdown.split('\n')) {
    const title = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label: headingMark + spaced(title), lines: [] });
  }
  const children = sections.flatMap(({ label, lines }): Tree[] => {
    const text = spaced(lines.join(' '));
    const content = text ? [{ label: contentMark + text, children: [] }] : [];
    return label ? [{ label, children: content }] : content;
  });
  return { label: 'document', children };
}

const changes = new Map<string, number>();

/**
 * Returns how much two nodes differ, from 0 to 1: the fraction of the text that changed, or 1 for nodes of different
 * kinds.
 */
function change(label: string, to: string): number {
  if (label === to) return 0;
  const mark = [cellMark, headingMark, contentMark].find((one) => label.startsWith(one));
  if (mark === undefined || !to.startsWith(mark)) return 1;
  const key = `${label}\n${to}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  const share = shareChanged(label.slice(mark.length), to.slice(mark.length));
  changes.set(key, share);
  return share;
}
