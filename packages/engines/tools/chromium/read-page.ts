/** Reads the text of a web page and its print properties. */
import { readFile } from 'node:fs/promises';
import { runnerCommand, type Step } from '../../contract/engine.ts';
import { run } from '../../shared/runner/run.ts';

/** Nesting depth that triggers an exact check of the page. Ordinary pages have fewer than 30 levels. */
const suspiciousDepth = 150;

/**
 * Matches CSS that requests hundreds of columns. CSS with hundreds of columns is slow, because every browser repeats
 * the layout of the page for each column.
 */
const manyColumns = /\bcolumn(?:s|-count)\s*:[^;}]{0,80}?\d{3}/i;

/** Thrown if the page cannot be read. `status` is the exit status of the runner. */
export class UnreadablePage extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** @throws {@link UnreadablePage} if the file is not text, or nested deeper than any browser supports. */
export async function readPage(step: Step): Promise<string> {
  const data = await readFile(step.input);
  const text = asUtf8(data);
  if (text !== undefined && deepest(text) < suspiciousDepth && !manyColumns.test(text)) return text;
  // All engines share the checks for binary content and for deep nesting.
  const recoded = `${step.work}/page.${step.from}`;
  const { status, stderr } = run(runnerCommand('shared/text/to_utf8.py', step, { text: recoded }));
  if (status !== 0) throw new UnreadablePage(stderr, status);
  return readFile(recoded, 'utf8');
}

/** Returns the text if the data are valid UTF-8 and contain only text, otherwise undefined. */
function asUtf8(data: Buffer): string | undefined {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
  // Text in another encoding can look like ASCII, but contains control characters.
  return /[\0-\x08\x0e-\x1f]/.test(text) ? undefined : text;
}

/** Returns an upper bound for the nesting depth. Each element without an end tag increases the upper bound by 1. */
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

/** Matches style rules for paged media that WeasyPrint supports and browsers do not. */
const pagedMedia = /float\s*:\s*footnote|content\s*:[^;{}]*\b(?:string|target-counters?|leader)\(/i;

export const needsPagedMedia = (text: string): boolean => pagedMedia.test(text);
