/** Renders known Markdown as documents in common formats. Adds menus around the article of web pages. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as contents from '../pdf-out/contents.ts';
import { documents as printed } from '../pdf-out/documents.ts';
import { drawPicture, syntaxOf } from '../pdf-out/printing.ts';
import { run } from '../samples/run.ts';

export interface RenderedDocument {
  /** Path of the expected content, as Markdown or HTML. */
  source: string;
  /** Path of the rendered document, which the programs convert to Markdown. */
  file: string;
  /** Running heads (texts repeated on each page) and menus, which no result may contain. */
  heads: readonly string[];
}

interface KnownText {
  name: string;
  text: string;
}

const texts: readonly KnownText[] = [
  { name: 'report', text: contents.report(41) },
  { name: 'numbered report', text: contents.report(42, { numbered: true }) },
  { name: 'tables', text: contents.tables(43, { longCells: true }) },
  { name: 'invoice', text: contents.invoice(44) },
  { name: 'figures', text: contents.figures(45, (n) => `picture-${n}.png`) },
  { name: 'book', text: contents.book(46, 4) },
];

const menu = ['Subscribe to the newsletter', 'Terms of the harbour office', 'All rights reserved'];

/** The formats of the documents, in the order of the printed table. */
export const formats = ['pdf', 'docx', 'odt', 'pptx', 'epub', 'html'] as const;

/** Writes all documents of a format below `dir`, and returns their paths. */
export async function renderAll(format: (typeof formats)[number], dir: string): Promise<RenderedDocument[]> {
  if (format === 'pdf') return printAll(dir);
  const known = format === 'pptx' ? [{ name: 'slides', text: contents.slides(47) }] : texts;
  const rendered: RenderedDocument[] = [];
  for (const { name, text } of known) {
    const folder = path.join(dir, name.replaceAll(' ', '-'));
    await mkdir(folder, { recursive: true });
    for (let n = 0; n < 4; n += 1) await drawPicture(path.join(folder, `picture-${n}.png`), n);
    const source = path.join(folder, text.startsWith('<') ? 'source.html' : 'source.md');
    const file = path.join(folder, `document.${format}`);
    await writeFile(source, text);
    const whole = format === 'html' ? ['--self-contained'] : ['--standalone'];
    const options = [...whole, '--metadata', 'pagetitle=Document', '--resource-path', folder];
    await run('/usr/bin/pandoc', ['-f', syntaxOf(source), ...options, source, '-o', file]);
    if (format === 'html') await surround(file);
    // Adapts the expected Markdown to presentations. In a presentation, the title of the first slide becomes a heading
    // of level 1, and the titles of all other slides become headings of level 2.
    if (format === 'pptx') await writeFile(source, text.replace(/(?<=\n)# /g, '## '));
    rendered.push({ source, file, heads: format === 'html' ? menu : [] });
  }
  return rendered;
}

async function printAll(dir: string): Promise<RenderedDocument[]> {
  const rendered: RenderedDocument[] = [];
  for (const [n, document] of printed.entries()) {
    const folder = path.join(dir, String(n));
    await mkdir(folder, { recursive: true });
    const { source, pdf } = await document.make(folder);
    rendered.push({ source, file: pdf, heads: document.heads ?? [] });
  }
  return rendered;
}

/** Adds menus before and after the article of a web page, as most web sites do. */
async function surround(file: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  const [first, ...others] = menu.map((text) => `<a href="https://example.org/menu">${text}</a>`);
  const around = page
    .replace(/<body>/, `<body><header><nav><ul><li>${first}</li></ul></nav></header><main><article>`)
    .replace(/<\/body>/, `</article></main><footer><p>${others.join(' ')}</p></footer></body>`);
  await writeFile(file, around);
}
