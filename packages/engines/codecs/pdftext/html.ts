/** Writes blocks as a web page. */
import {
  bodyOf,
  type Block,
  type FootnoteBlock,
  type ItemBlock,
  type Table,
  type TextBlock,
} from './blocks.ts';
import { textOf, type Span } from './pieces.ts';

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text. Control characters, which HTML forbids, become U+FFFD. */
const escapeHtml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => named[character] ?? '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');

/** Style sheet for running text. */
const styles = `
body { max-width: 44em; margin: 2em auto; padding: 0 1em; line-height: 1.5; font-family: sans-serif }
table { border-collapse: collapse }
th, td { padding: 0.1em 1em 0.1em 0; vertical-align: top; text-align: start }
img { max-width: 100% }
`;

/** Returns an HTML page of the blocks. `pictureUrl` returns the URL of a picture file, or undefined. */
export function htmlOf(blocks: readonly Block[], pictureUrl: (file: string) => string | undefined): string {
  const all = bodyOf(blocks);
  const title = all.find((block) => block.kind === 'heading');
  const text = all.filter((block) => block.kind !== 'figure');
  const rtl = text.filter((block) => block.rtl).length * 2 > text.length;
  const notes = all.filter((block) => block.kind === 'footnote');
  const running = all.filter((block) => block.kind !== 'footnote');
  const body = [...elementsOf(running, pictureUrl), ...notesOf(notes)].join('\n');
  const name = title ? escapeHtml(textOf(title.spans)) : 'Untitled';
  return `<!DOCTYPE html>
<html${rtl ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<title>${name}</title>
<style>${styles}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns footnotes with the roles of DPUB-ARIA, which pandoc also reads. */
function notesOf(notes: readonly FootnoteBlock[]): string[] {
  if (notes.length === 0) return [];
  const items = notes.map(({ note, spans, rtl }) => {
    const dir = rtl ? ' dir="rtl"' : '';
    return `<li id="fn${note}"><p${dir}>${inline(spans)} <a href="#fnref${note}" role="doc-backlink">↩</a></p></li>`;
  });
  return [`<section role="doc-endnotes">\n<hr>\n<ol>\n${items.join('\n')}\n</ol>\n</section>`];
}

function* elementsOf(
  blocks: readonly Block[],
  pictureUrl: (file: string) => string | undefined,
): Generator<string> {
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    if (block.kind === 'item') {
      let end = at + 1;
      while (blocks[end]?.kind === 'item') end += 1;
      yield listsOf(blocks.slice(at, end) as ItemBlock[]);
      at = end - 1;
    } else if (block.kind === 'table') yield tableHtml(block.table, block.rtl);
    else if (block.kind === 'figure') {
      const url = pictureUrl(block.picture.file);
      if (url)
        yield `<p><img alt="" src="${url}" width="${Math.round((block.box[2] - block.box[0]) * (96 / 72))}"></p>`;
    } else yield textHtml(block);
  }
}

function textHtml(block: TextBlock): string {
  const dir = block.rtl ? ' dir="rtl"' : '';
  if (block.kind === 'heading') return `<h${block.level}${dir}>${inline(block.spans)}</h${block.level}>`;
  if (block.kind === 'code') return `<pre><code>${escapeHtml(textOf(block.spans))}</code></pre>`;
  return `<p${dir}>${inline(block.spans)}</p>`;
}

/** Returns list items as nested lists. */
function listsOf(items: readonly ItemBlock[]): string {
  let html = '';
  const open: { tag: string; level: number }[] = [];
  for (const item of items) {
    const tag = item.number === undefined ? 'ul' : 'ol';
    while ((open.at(-1)?.level ?? -1) > item.depth) html += `</li></${open.pop()?.tag}>`;
    const last = open.at(-1);
    if (last?.level === item.depth && last.tag !== tag) html += `</li></${open.pop()?.tag}>`;
    if (open.at(-1)?.level === item.depth) html += '</li>\n';
    else {
      const start = item.number !== undefined && item.number > 1 ? ` start="${item.number}"` : '';
      html += `<${tag}${start}${item.rtl ? ' dir="rtl"' : ''}>\n`;
      open.push({ tag, level: item.depth });
    }
    html += `<li>${inline(item.spans)}`;
  }
  while (open.length > 0) html += `</li></${open.pop()?.tag}>`;
  return html;
}

function tableHtml({ rows, headers }: Table, rtl: boolean): string {
  const rowHtml = (row: Table['rows'][number], tag: string) => {
    const cells = row.map(({ spans, columns, rows: high }) => {
      const wide = `${columns > 1 ? ` colspan="${columns}"` : ''}${high > 1 ? ` rowspan="${high}"` : ''}`;
      const plain = tag === 'th' ? spans.map((span) => ({ ...span, bold: false })) : spans;
      return `<${tag}${wide}>${inline(plain)}</${tag}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  };
  const head = rows.slice(0, headers).map((row) => rowHtml(row, 'th'));
  const body = rows.slice(headers).map((row) => rowHtml(row, 'td'));
  return `<table${rtl ? ' dir="rtl"' : ''}>\n${head.length > 0 ? `<thead>\n${head.join('\n')}\n</thead>\n` : ''}<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

/**
 * Returns spans as HTML with their styles. Leading and trailing spaces stay outside the elements that carry the styles.
 */
function inline(spans: readonly Span[]): string {
  let html = '';
  for (let at = 0; at < spans.length;) {
    const { href } = spans[at] as Span;
    let end = at + 1;
    while (href !== undefined && spans[end]?.href === href) end += 1;
    const inner = spans.slice(at, end).map(styled).join('');
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
    html += href && text ? `${before}<a href="${escapeHtml(href)}">${text}</a>${after}` : inner;
    at = end;
  }
  return html.trim();
}

function styled({ text, bold, italic, mono, shift, note }: Span): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (!inner) return text;
  let html = escapeHtml(inner);
  if (mono) html = `<code>${html}</code>`;
  if (shift) html = `<${shift}>${html}</${shift}>`;
  if (note !== undefined) html = `<a id="fnref${note}" href="#fn${note}" role="doc-noteref">${html}</a>`;
  if (italic) html = `<i>${html}</i>`;
  if (bold) html = `<b>${html}</b>`;
  return before + html + after;
}
