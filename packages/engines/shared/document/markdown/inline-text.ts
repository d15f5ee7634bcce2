/** Writes inline elements as GitHub Flavored Markdown, with the escapes that pandoc's writer uses. */
import { escapedUrl, type Inline } from './inlines.ts';

/** Returns the mark of a footnote. Each reference to a footnote gets a separate number. */
export type MarkOf = (id: string) => string;

const alwaysEscaped = new Set('\\`*_[]<>|~$');
const isAlphanumeric = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Escapes a word. An underscore between letters needs no escape. A number sign needs an escape only at the start. */
function escapedWord(word: string): string {
  if (!/[\\`*_[\]<>|~$#]/.test(word)) return word;
  const characters = [...word];
  let written = characters[0] === '#' ? '\\' : '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (alwaysEscaped.has(character)) written += `\\${character}`;
    else if (characters[at + 1] === '_' && isAlphanumeric(character) && isAlphanumeric(characters[at + 2])) {
      written += `${character}_${characters[at + 2] ?? ''}`;
      at += 2;
    } else written += character;
  }
  return written;
}

const marks = { strong: '**', emph: '*', strike: '~~' } as const;

export function inlineMarkdown(inlines: readonly Inline[], markOf: MarkOf): string {
  let written = '';
  for (const [n, inline] of inlines.entries()) {
    written += elementMarkdown(inline, markOf);
    const next = inlines[n + 1];
    if (inline.kind !== 'math' && inline.kind !== 'display') continue;
    // A digit directly after a dollar sign would make the dollar sign a currency.
    if (next?.kind === 'word' && /^[0-9]/.test(next.text)) written += '<!-- -->';
    // Two adjacent marks would begin a displayed formula.
    if (next?.kind === 'math' || next?.kind === 'display') written += ' ';
  }
  return written;
}

function elementMarkdown(inline: Inline, markOf: MarkOf): string {
  switch (inline.kind) {
    case 'word':
      return escapedWord(inline.text);
    case 'space':
      return ' ';
    case 'break':
      return '  \n';
    case 'code':
      return codeSpan(inline.text);
    case 'math':
      return `$${inline.text}$`;
    case 'display':
      return `$$${inline.text}$$`;
    case 'note':
      return markOf(inline.id);
    case 'image':
      return `![](${inline.url})`;
    case 'link':
      return linkMarkdown(inline, markOf);
    case 'sup':
    case 'sub':
      return `<${inline.kind}>${inlineMarkdown(inline.content, markOf)}</${inline.kind}>`;
    default:
      return marks[inline.kind] + inlineMarkdown(inline.content, markOf) + marks[inline.kind];
  }
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const [mark, gap] = ['`'.repeat(longest + 1), longest > 0 ? ' ' : ''];
  return mark + gap + text + gap + mark;
}

const complete = /^(?:https?|mailto|ftp|tel):(?:[\w.~:/?#@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

function linkMarkdown({ target, content }: Inline & { kind: 'link' }, markOf: MarkOf): string {
  const shown = target.replace(/^mailto:/, '');
  const [only] = content;
  const isBare = content.length === 1 && only?.kind === 'word' && escapedUrl(only.text) === shown;
  return isBare && complete.test(target) ? `<${shown}>` : `[${inlineMarkdown(content, markOf)}](${target})`;
}

/** Beginnings of paragraphs that Markdown would read as the number of a list item. */
const listNumber =
  /^\(?(?:\d+|#|[a-z]|[ivxlcdm]+)[.)]$|^\((?:[A-Z]|[IVXLCDM]+|@[\w-]*)\)$|^(?:[A-Z]|[IVXLCDM]+|\(?@[\w-]*)\)$|^[IVXLCDM]{2,}\.$/;

/** Returns a paragraph. Escapes its first word if Markdown would read the word as the mark of a list item. */
export function paragraphMarkdown(inlines: readonly Inline[], markOf: MarkOf): string {
  const [first, second] = inlines;
  if (first?.kind !== 'word') return inlineMarkdown(inlines, markOf);
  if (first.text === '+' || first.text === '-') return `\\${inlineMarkdown(inlines, markOf)}`;
  const isAlone = second === undefined || second.kind === 'space';
  if (!isAlone || first.text.length > 10 || !listNumber.test(first.text))
    return inlineMarkdown(inlines, markOf);
  return first.text.replace(/[.()]/g, '\\$&') + inlineMarkdown(inlines.slice(1), markOf);
}
