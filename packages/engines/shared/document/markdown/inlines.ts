/** Reads runs as nested inline elements, as pandoc reads the HTML that `inline-html.ts` writes. */
import { outermost, type Tag } from '../inline-html.ts';
import type { Run } from '../model.ts';

type StyleName = 'strong' | 'emph' | 'strike' | 'sup' | 'sub';

export type Inline =
  | { kind: 'word' | 'code' | 'math' | 'display'; text: string }
  | { kind: 'space' | 'break' }
  | { kind: StyleName; content: readonly Inline[] }
  | { kind: 'link'; target: string; content: readonly Inline[] }
  | { kind: 'note'; id: string }
  | { kind: 'image'; url: string };

const styleOf: Readonly<Partial<Record<Tag, StyleName>>> = {
  bold: 'strong',
  italic: 'emph',
  strike: 'strike',
};

/** Returns the inline elements of runs. A reference to a note that is missing in `notes` becomes text. */
export function inlinesOf(runs: readonly Run[], notes: ReadonlyMap<string, unknown>): Inline[] {
  return nested(runs, notes, []);
}

function nested(runs: readonly Run[], notes: ReadonlyMap<string, unknown>, open: readonly Tag[]): Inline[] {
  const found: Inline[] = [];
  for (let at = 0; at < runs.length;) {
    const run = runs[at] as Run;
    const [tag, end] = outermost(runs, at, open);
    const inner =
      tag === undefined
        ? bare(run, notes)
        : wrapped(tag, run, nested(runs.slice(at, end), notes, [...open, tag]));
    for (const inline of inner) append(found, inline);
    at = end;
  }
  return found;
}

/** Puts inline elements into an element. Leading and trailing spaces stay outside the element. */
function wrapped(tag: Tag, run: Run, inner: readonly Inline[]): Inline[] {
  const [before, content, after] = withoutOuterSpaces(inner);
  if (content.length === 0) return [...inner];
  const isNote =
    tag === 'shift' && run.shift === 'sup' && content.length === 1 && content[0]?.kind === 'note';
  return [...before, ...(isNote ? content : [elementOf(tag, run, content)].flat()), ...after];
}

function elementOf(tag: Tag, run: Run, content: Inline[]): Inline | Inline[] {
  if (tag === 'link') return linkOf(run.link ?? '', content);
  if (tag === 'shift') return { kind: run.shift ?? 'sup', content };
  const kind = styleOf[tag];
  return kind === undefined ? content : { kind, content };
}

/** Links within the document and links to scripts become plain text, because their targets do not exist. */
function linkOf(target: string, content: Inline[]): Inline | Inline[] {
  if (target.startsWith('#') || /^javascript:/i.test(target)) return content;
  return { kind: 'link', target: escapedUrl(target), content };
}

export const escapedUrl = (url: string) =>
  url.replace(/[\s<>|"{}[\]^`]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );

function withoutOuterSpaces(inner: readonly Inline[]): [Inline[], Inline[], Inline[]] {
  const content = [...inner];
  const [before, after]: [Inline[], Inline[]] = [[], []];
  for (let first = content[0]; first && isOuterSpace(first); first = content[0])
    before.push(...content.splice(0, 1));
  for (let last = content.at(-1); last && isOuterSpace(last); last = content.at(-1))
    after.unshift(...content.splice(-1));
  const first = content[0];
  if (first?.kind === 'word') {
    const [, spaces = '', rest = ''] = /^(\s*)([\s\S]*)$/.exec(first.text) ?? [];
    if (spaces) before.push({ kind: 'word', text: spaces });
    content[0] = { kind: 'word', text: rest };
  }
  const last = content.at(-1);
  if (last?.kind === 'word') {
    const [, text = '', spaces = ''] = /^([\s\S]*?)(\s*)$/.exec(last.text) ?? [];
    if (spaces) after.unshift({ kind: 'word', text: spaces });
    content[content.length - 1] = { kind: 'word', text };
  }
  return [before, content, after];
}

const isOuterSpace = (inline: Inline) =>
  inline.kind === 'space' || (inline.kind === 'word' && inline.text.trim() === '');

function bare({ text, code, math, note }: Run, notes: ReadonlyMap<string, unknown>): Inline[] {
  if (math) return [{ kind: 'math', text: text.replaceAll('</', '< /') }];
  if (note !== undefined && notes.has(note)) return [{ kind: 'note', id: note }];
  const clean = cleanText(text);
  if (code) return [{ kind: 'code', text: clean.replaceAll('\n', '') }];
  return clean
    .split(/([ \t\r\f]+|\n)/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n'
        ? { kind: 'break' }
        : /^[ \t\r\f]/.test(part)
          ? { kind: 'space' }
          : { kind: 'word', text: part },
    );
}

/** Replaces characters that are not allowed in text by U+FFFD. */
export const cleanText = (text: string) =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');

const joined = new Set<Inline['kind']>(['strong', 'emph', 'strike', 'sup', 'sub']);

/** Appends an inline element. Joins it with an equal element before it, because adjacent marks have another meaning. */
function append(inlines: Inline[], next: Inline): void {
  const last = inlines.at(-1);
  if (last?.kind === 'word' && next.kind === 'word') {
    inlines[inlines.length - 1] = { kind: 'word', text: last.text + next.text };
  } else if (last?.kind === 'space' && (next.kind === 'space' || next.kind === 'break')) {
    inlines[inlines.length - 1] = next;
  } else if (last?.kind === 'break' && next.kind === 'space') {
    return;
  } else if (
    last &&
    joined.has(last.kind) &&
    last.kind === next.kind &&
    'content' in last &&
    'content' in next
  ) {
    const content = [...last.content];
    for (const inline of next.content) append(content, inline);
    inlines[inlines.length - 1] = { kind: last.kind as StyleName, content };
  } else inlines.push(next);
}

/** Returns whether an inline element at the start or end of a paragraph is invisible. */
const isSpace = (inline: Inline) =>
  inline.kind === 'space' ||
  inline.kind === 'break' ||
  (inline.kind === 'word' && /^\u00a0*$/.test(inline.text));

export function trimmed(inlines: readonly Inline[]): Inline[] {
  let [from, to] = [0, inlines.length];
  while (from < to && isSpace(inlines[from] as Inline)) from += 1;
  while (to > from && isSpace(inlines[to - 1] as Inline)) to -= 1;
  return inlines.slice(from, to);
}

/** Splits inline elements at two line breaks, which separate paragraphs. */
export function paragraphsIn(inlines: readonly Inline[]): Inline[][] {
  const parts: Inline[][] = [[]];
  for (const [n, inline] of inlines.entries()) {
    parts.at(-1)?.push(inline);
    if (inline.kind === 'break' && inlines[n - 1]?.kind === 'break') parts.push([]);
  }
  return parts.map(trimmed).filter((part) => part.length > 0);
}

/** Returns the text of inline elements without footnotes. */
export function wordsOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'space' || inline.kind === 'break') return ' ';
      if ('text' in inline) return inline.text;
      return 'content' in inline ? wordsOf(inline.content) : '';
    })
    .join('');
}
