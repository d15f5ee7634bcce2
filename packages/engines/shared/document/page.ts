/** Writes documents as HTML, which pandoc converts to Markdown, office documents and final web pages. */
import { escapeHtml, formulaHtml, inlineHtml, markOf, type InlineContext } from './inline-html.ts';
import { Lists } from './lists.ts';
import { isLeftOut, type Block, type BlockOf, type Document, type Picture } from './model.ts';
import { runsOf } from './runs.ts';
import { tableHtml } from './table-html.ts';

export interface PageOptions {
  /** Returns the URL of a picture, or undefined if the page does not show pictures. */
  pictureUrl: (id: string) => string | undefined;
  /** Whether empty divisions mark where pages begin. */
  pageMarks?: boolean;
  /** Whether the page is for readers, not for pandoc: formulas are text, and the page has styles. */
  isFinal?: boolean;
}

/** Style sheet for running text. */
const styles = `
body { max-width: 44em; margin: 2em auto; padding: 0 1em; line-height: 1.5; font-family: sans-serif }
table { border-collapse: collapse }
th, td { padding: 0.1em 1em 0.1em 0; vertical-align: top; text-align: start }
img { max-width: 100% }
`;

/** Returns a page of the whole document. */
export function pageOf({ metadata, blocks, pictures }: Document, options: PageOptions): string {
  const { title, language } = metadata;
  const rtl = blocks.filter(({ direction }) => direction).length * 2 > blocks.length;
  return `<!DOCTYPE html>
<html${language ? ` lang="${escapeHtml(language)}"` : ''}${rtl ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<title>${escapeHtml(title ?? 'Untitled')}</title>
${options.isFinal ? `<style>${styles}</style>\n` : ''}${elementsOf(metadata)}</head>
<body>
${bodyOf(blocks, options, pictures)}
</body>
</html>
`;
}

/** Returns the metadata as elements with the names that pandoc reads. */
function elementsOf({ authors = [], date, description, keywords = [] }: Document['metadata']): string {
  const named = [
    ...authors.map((author) => ['author', author] as const),
    ['date', date ?? ''],
    ['description', description ?? ''],
    ['keywords', keywords.join(', ')],
  ] as const;
  return named
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}">\n`)
    .join('');
}

/** Returns blocks as HTML, with their footnotes at the end. */
export function bodyOf(
  blocks: readonly Block[],
  { pictureUrl, pageMarks = false, isFinal = false }: PageOptions,
  pictures: readonly Picture[] = [],
): string {
  const widths = new Map(pictures.map(({ id, width }) => [id, width]));
  const context: InlineContext = {
    image: (id, alternative) => {
      const url = pictureUrl(id);
      return url === undefined
        ? undefined
        : `<img alt="${escapeHtml(alternative)}" src="${escapeHtml(url)}"${widthOf(widths.get(id))}>`;
    },
    isFinal,
  };
  const lists = new Lists();
  const notes: BlockOf<'footnote'>[] = [];
  let page = 0;
  let terms = false;
  for (const block of blocks) {
    if (isLeftOut(block)) continue;
    if (block.kind === 'footnote') {
      notes.push(block);
      continue;
    }
    if (pageMarks && block.page !== undefined)
      for (; page < block.page; page += 1) lists.mark(`<div data-marked-page="${page + 1}"></div>`);
    const isTerm = block.style === 'term' || block.style === 'definition';
    const html = blockHtml(block, context);
    lists.place(
      block,
      isTerm
        ? `${terms ? '' : '<dl>'}<d${block.style === 'term' ? 't' : 'd'}>${inlineOf(block, context)}</d${block.style === 'term' ? 't' : 'd'}>`
        : html,
      terms && !isTerm ? '</dl>' : '',
    );
    terms = isTerm;
  }
  if (terms) lists.mark('</dl>');
  return [lists.end(), ...notesOf(notes, context)].join('\n');
}

/** Returns the attribute for a width in points. */
const widthOf = (points: number | undefined) =>
  points === undefined ? '' : ` width="${Math.max(1, Math.round((points * 96) / 72))}"`;

const inlineOf = (block: Block, context: InlineContext) => inlineHtml(runsOf(block), context);

function attributesOf({ id, direction, language }: Block): string {
  return [
    id === undefined ? '' : ` id="${escapeHtml(id)}"`,
    direction === undefined ? '' : ` dir="${direction}"`,
    language === undefined ? '' : ` lang="${escapeHtml(language)}"`,
  ].join('');
}

function blockHtml(block: Block, context: InlineContext): string {
  const attributes = attributesOf(block);
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}${attributes}>${inlineOf(block, context)}</h${block.level}>`;
    case 'item': {
      const box = block.checked === undefined ? '' : `${block.checked ? '☒' : '☐'} `;
      return box + inlineOf(block, context);
    }
    case 'table':
      return tableHtml(block, attributes, context);
    case 'figure':
      return figureHtml(block, context);
    case 'formula':
      return `<p${attributes}>${context.isFinal ? inlineOf(block, context) : formulaHtml(block.tex ?? block.text, true)}</p>`;
    case 'code': {
      const { programming_language: language } = block;
      return `<pre><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${escapeHtml(block.text)}</code></pre>`;
    }
    case 'rule':
      return '<hr>';
    case 'note':
      return `<div class="notes"><p${attributes}>${inlineOf(block, context)}</p></div>`;
    case 'comment':
      return `<div class="comments"><p${attributes}>${block.author ? `${escapeHtml(block.author)}: ` : ''}${inlineOf(block, context)}</p></div>`;
    case 'field':
      return `<p${attributes}>${escapeHtml(block.name)}: ${escapeHtml(block.value ?? '')}</p>`;
    default:
      return `<p${attributes}>${inlineOf(block, context)}</p>`;
  }
}

function figureHtml(
  { picture, caption, alternative = '' }: BlockOf<'figure'>,
  context: InlineContext,
): string {
  const image = picture === undefined ? undefined : context.image(picture, alternative || (caption ?? ''));
  const words = caption ?? '';
  if (image === undefined) return `<p>${escapeHtml(words || alternative)}</p>`;
  return words ? `<figure>${image}<figcaption>${escapeHtml(words)}</figcaption></figure>` : `<p>${image}</p>`;
}

/** Returns footnotes with the roles of DPUB-ARIA, which pandoc's filter reads. */
function notesOf(notes: readonly BlockOf<'footnote'>[], context: InlineContext): string[] {
  if (notes.length === 0) return [];
  const items = notes.map((note) => {
    const back = `<a href="#${escapeHtml(markOf(note.id ?? ''))}" role="doc-backlink">↩</a>`;
    const text = `${inlineOf(note, context)}${note.id === undefined ? '' : ` ${back}`}`;
    return `<li${note.id === undefined ? '' : ` id="${escapeHtml(note.id)}"`}><p>${text}</p></li>`;
  });
  return [`<section role="doc-endnotes">\n<ol>\n${items.join('\n')}\n</ol>\n</section>`];
}
