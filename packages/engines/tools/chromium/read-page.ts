/** The text of a web page, and what it says of its printing. */
import { readFile } from 'node:fs/promises';
import { runnerCommand, type Step } from '../../contract/engine.ts';
import { run } from '../../shared/runner/run.ts';

/** Elements in elements from which on the page is looked at more closely: ordinary pages stay below thirty levels. */
const suspiciousDepth = 150;

/** Columns side by side by the hundred, each of which every browser lays out anew. */
const manyColumns = /\bcolumn(?:s|-count)\s*:[^;}]{0,80}?\d{3}/i;

/** The page could not be read; `status` is what the runner shall exit with. */
export class UnreadablePage extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** Throws {@link UnreadablePage} where the file is no text, or nested deeper than any browser follows. */
export async function readPage(step: Step): Promise<string> {
  const data = await readFile(step.input);
  const text = asUtf8(data);
  if (text !== undefined && deepest(text) < suspiciousDepth && !manyColumns.test(text)) return text;
  // What is no text, and what is nested too deep, is the same for every engine.
  const recoded = `${step.work}/page.${step.from}`;
  const { status, stderr } = run(runnerCommand('shared/text/to_utf8.py', step, { text: recoded }));
  if (status !== 0) throw new UnreadablePage(stderr, status);
  return readFile(recoded, 'utf8');
}

/** The text where the data are UTF-8 beyond doubt, as they are unless they are no text. */
function asUtf8(data: Buffer): string | undefined {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
  // Other encodings can look like ASCII, and then have control characters.
  return /[\0-\x08\x0e-\x1f]/.test(text) ? undefined : text;
}

/** How deep the elements of the page are in each other, or more: elements without an end count too. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of text.matchAll(
    /<\/?(?!p\b|li\b|t[dhr]\b|br\b|img\b|input\b|d[td]\b|option\b|meta\b|link\b|hr\b)[a-z][^<>]*>/gi,
  )) {
    if (tag.endsWith('/>')) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Style sheets for paged media that no browser follows, and WeasyPrint does. */
const pagedMedia = /float\s*:\s*footnote|content\s*:[^;{}]*\b(?:string|target-counters?|leader)\(/i;

export const needsPagedMedia = (text: string): boolean => pagedMedia.test(text);
