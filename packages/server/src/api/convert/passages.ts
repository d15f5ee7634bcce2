/**
 * Parses the result of a conversion into passages, searches them, and limits their size, for the tool `read_document`.
 */

/** A part of a document with its pages and headings. */
export interface Passage {
  /** Page numbers. The list is empty if the format has no pages. */
  pages: readonly number[];
  headings: readonly string[];
  text: string;
  tokens: number;
}

interface WrittenChunk {
  pages: number[];
  headings: string[];
  text: string;
  size: number;
}

interface WrittenTable {
  kind: string;
  page?: number;
  rows: number;
  columns: number;
  caption?: string;
  cells: { row: number; column: number; text: string }[];
}

/** Assumed minimum number of characters per token, for text that no tokenizer has measured. */
const lettersPerToken = 3;

const tokensOf = (text: string) => Math.ceil(text.length / lettersPerToken);

/** Returns the chunks of a `chunks.ndjson` file. */
export const passagesOfChunks = (content: string): Passage[] =>
  content
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { pages, headings, text, size } = JSON.parse(line) as WrittenChunk;
      return { pages, headings, text, tokens: size };
    });

/** Returns the blocks of a Markdown text. */
export const passagesOfMarkdown = (content: string): Passage[] =>
  content
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => ({ pages: [], headings: [], text, tokens: tokensOf(text) }));

/** Returns the tables of a `doc.json` file as CSV. */
export function passagesOfTables(content: string): Passage[] {
  const { blocks } = JSON.parse(content) as { blocks: WrittenTable[] };
  return blocks
    .filter(({ kind }) => kind === 'table')
    .map((table) => {
      const text = csvOf(table);
      const { page, caption } = table;
      return {
        pages: page === undefined ? [] : [page],
        headings: caption ? [caption] : [],
        text,
        tokens: tokensOf(text),
      };
    });
}

function csvOf({ rows, columns, cells }: WrittenTable): string {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, text } of cells) {
    const line = grid[row];
    if (line && column < columns)
      line[column] = /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return grid.map((line) => line.join(',')).join('\n');
}

/** Returns the page numbers in a valid list such as `1-3,7`. */
export function pageNumbers(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the passages that contain words of `search`, best matches first. Words that occur in few passages count more.
 */
export function found(passages: readonly Passage[], search: string): Passage[] {
  const asked = [...new Set(wordsOf(search))];
  const counts = passages.map(({ text, headings }) => countsIn([...headings, text].join(' '), asked));
  const weights = asked.map((_, word) => {
    const holding = counts.filter((count) => (count[word] ?? 0) > 0).length;
    return Math.log(1 + passages.length / Math.max(1, holding));
  });
  return passages
    .map((passage, n) => ({ passage, score: scoreOf(counts[n] ?? [], weights) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ passage }) => passage);
}

function countsIn(text: string, asked: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return asked.map((word) => counts.get(word) ?? 0);
}

const scoreOf = (counts: readonly number[], weights: readonly number[]) =>
  counts.reduce((sum, count, word) => sum + (count / (count + 1)) * (weights[word] ?? 0), 0);

/**
 * The text of the passages that fit within the token limit. If some passages did not fit, `next` is the index of the
 * first passage that did not fit.
 */
export interface Excerpt {
  text: string;
  next?: number;
}

/**
 * Returns passages from the index `after` on, with at most `maxTokens` tokens in total. If the first returned passage
 * is larger than `maxTokens`, truncates this passage.
 */
export function excerpt(passages: readonly Passage[], after: number, maxTokens: number): Excerpt {
  const parts: string[] = [];
  let at = after;
  let left = maxTokens;
  for (; at < passages.length; at += 1) {
    const passage = passages[at] as Passage;
    const text = `${placeOf(passage)}${passage.text}`;
    const tokens = passage.tokens + tokensOf(placeOf(passage));
    if (tokens > left) {
      if (parts.length > 0) break;
      parts.push(`${text.slice(0, maxTokens * lettersPerToken)}\n[cut: ${tokens} tokens]`);
      at += 1;
      break;
    }
    parts.push(text);
    left -= tokens;
  }
  return { text: parts.join('\n\n'), ...(at < passages.length ? { next: at } : {}) };
}

function placeOf({ pages, headings }: Passage): string {
  const [first] = pages;
  const last = pages.at(-1);
  const page = first === undefined ? [] : [first === last ? `page ${first}` : `pages ${first}-${last}`];
  const place = [...page, ...headings].join(' > ');
  return place ? `[${place}]\n` : '';
}
