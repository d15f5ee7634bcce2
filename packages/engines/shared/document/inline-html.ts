/** Writes runs, which are pieces of text with uniform formatting, as HTML. */
import type { Run } from './model.ts';

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text. Control characters, which HTML forbids, become U+FFFD. */
export const escapeHtml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => named[character] ?? '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', shift: '', link: 'a' } as const;

/** Formatting that is written as an element around runs. */
export type Tag = keyof typeof tags;

const tagNames = Object.keys(tags) as Tag[];

/** Returns the id of the reference mark of a footnote. */
export const markOf = (note: string) => `${note}-mark`;

/** Properties of the page that affect how runs are written. */
export interface InlineContext {
  /** Returns the element of a picture, or undefined if the page does not show it. */
  image(id: string, alternative: string): string | undefined;
  /** Whether formulas are written as text. Formulas are written as text if the page is not for pandoc. */
  isFinal: boolean;
}

export function inlineHtml(runs: readonly Run[], context: InlineContext, open: readonly Tag[] = []): string {
  let html = '';
  for (let at = 0; at < runs.length;) {
    const run = runs[at] as Run;
    const [tag, end] = outermost(runs, at, open);
    html +=
      tag === undefined
        ? bare(run, context)
        : wrapped(tag, run, inlineHtml(runs.slice(at, end), context, [...open, tag]));
    at = end;
  }
  return html;
}

/**
 * Returns the formatting of the run `at` that continues over the most runs, and the index after the last of these
 * runs. Ignores formatting in `open`. The caller writes the returned formatting as the outer element, so that elements
 * nest as in the source.
 */
export function outermost(
  runs: readonly Run[],
  at: number,
  open: readonly Tag[],
): [Tag | undefined, end: number] {
  const run = runs[at] as Run;
  let found: [Tag | undefined, number] = [undefined, at + 1];
  for (const tag of tagNames) {
    const value = run[tag];
    if (value === undefined || open.includes(tag)) continue;
    let end = at + 1;
    while (end < runs.length && runs[end]?.[tag] === value) end += 1;
    if (found[0] === undefined || end > found[1]) found = [tag, end];
  }
  return found;
}

/** Puts the content of a run into an element. Leading and trailing spaces of the run stay outside this element. */
function wrapped(tag: Tag, run: Run, inner: string): string {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
  if (text === '') return inner;
  const name = tag === 'shift' ? (run.shift ?? 'sup') : tags[tag];
  const attributes = tag === 'link' ? ` href="${escapeHtml(run.link ?? '')}"` : '';
  return `${before}<${name}${attributes}>${text}</${name}>${after}`;
}

function bare({ text, code, math, picture, note }: Run, context: InlineContext): string {
  if (math && !context.isFinal) return formulaHtml(text, false);
  if (picture !== undefined) return context.image(picture, text) ?? (text && `(${escapeHtml(text)}) `);
  if (note !== undefined)
    return `<a id="${escapeHtml(markOf(note))}" href="#${escapeHtml(note)}" role="doc-noteref">${escapeHtml(text)}</a>`;
  const words = escapeHtml(text).replaceAll('\n', '<br>');
  return code ? `<code>${words}</code>` : words;
}

/** Returns TeX in the element that pandoc reads as a formula. */
export function formulaHtml(tex: string, isBlock: boolean): string {
  const type = `math/tex${isBlock ? '; mode=display' : ''}`;
  return `<script type="${type}">${tex.replaceAll('</', '< /')}</script>`;
}
