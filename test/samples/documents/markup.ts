/** Samples of markup formats such as HTML, LaTeX and DocBook. Each sample contains the text of the sample letter. */
import { writeFile } from 'node:fs/promises';
import { letter } from './letter.ts';
import { lightweight } from './markup-lightweight.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';

const paragraphs = (write: (text: string) => string, list: readonly string[]) => list.map(write).join('\n');

/** Joins the lines, and adds a line break after each line. */
const lines = (...parts: string[]) => `${parts.join('\n')}\n`;

export const htmlBody = lines(
  `<h1>${letter.title}</h1>`,
  ...letter.sections.map((section) =>
    lines(
      `<h2>${section.heading}</h2>`,
      paragraphs((text) => `<p>${text}</p>`, section.paragraphs),
    ),
  ),
  `<ul>${letter.list.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  '<table>',
  ...letter.table.map(
    (row, n) => `<tr>${row.map((cell) => (n ? `<td>${cell}</td>` : `<th>${cell}</th>`)).join('')}</tr>`,
  ),
  '</table>',
  `<p>See <a href="${letter.link.href}">${letter.link.text}</a>.</p>`,
);

const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${letter.title}</title></head>
<body>
${htmlBody}</body></html>
`;

const xhtml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>${letter.title}</title></head>
<body>
${htmlBody}</body></html>
`;

const txt = lines(
  ...[letter.title, '='.repeat(letter.title.length), ''],
  ...letter.sections.flatMap(({ heading, paragraphs: texts }) => [
    heading,
    '',
    ...texts.flatMap((text) => [text, '']),
  ]),
  ...letter.list.map((item) => `  - ${item}`),
  '',
  ...letter.table.map((row) =>
    row
      .map((cell) => cell.padEnd(12))
      .join('')
      .trimEnd(),
  ),
  '',
  `See ${letter.link.text}: ${letter.link.href}`,
);

const tex = lines(
  ...[
    '\\documentclass{article}',
    '\\usepackage{hyperref}',
    `\\title{${letter.title}}`,
    '\\begin{document}',
    '\\maketitle',
  ],
  ...letter.sections.flatMap((section) => [
    // Without the star, LaTeX would number the headings, and the result would show the numbers.
    `\\section*{${section.heading}}`,
    ...section.paragraphs.flatMap((text) => [text, '']),
  ]),
  ...['\\begin{itemize}', ...letter.list.map((item) => `\\item ${item}`), '\\end{itemize}', ''],
  ...[
    '\\begin{tabular}{ll}',
    '\\hline',
    ...letter.table.map((row, n) => `${row.join(' & ')} \\\\${n ? '' : ' \\hline'}`),
  ],
  ...[
    '\\hline',
    '\\end{tabular}',
    '',
    `See \\href{${letter.link.href}}{${letter.link.text}}.`,
    '\\end{document}',
  ],
);

const docbook = lines(
  ...[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<article xmlns="http://docbook.org/ns/docbook" version="5.0"',
  ],
  ...[' xmlns:xlink="http://www.w3.org/1999/xlink">', `<info><title>${letter.title}</title></info>`],
  ...letter.sections.map(
    (section, n) =>
      `<section><title>${section.heading}</title>${paragraphs((text) => `<para>${text}</para>`, section.paragraphs)}` +
      (n === letter.sections.length - 1 ? docbookRest() : '</section>'),
  ),
  '</article>',
);

function docbookRest(): string {
  const row = (cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<entry>${cell}</entry>`).join('')}</row>`;
  const [head = [], ...body] = letter.table;
  return lines(
    `<itemizedlist>${letter.list.map((item) => `<listitem><para>${item}</para></listitem>`).join('')}</itemizedlist>`,
    `<informaltable><tgroup cols="2"><thead>${row(head)}</thead><tbody>${body.map(row).join('')}</tbody></tgroup></informaltable>`,
    `<para>See <link xlink:href="${letter.link.href}">${letter.link.text}</link>.</para></section>`,
  );
}

const jats = lines(
  ...[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="other">',
  ],
  `<front><article-meta><title-group><article-title>${letter.title}</article-title></title-group></article-meta></front><body>`,
  ...letter.sections.map(
    (section, n) =>
      `<sec><title>${section.heading}</title>${paragraphs((text) => `<p>${text}</p>`, section.paragraphs)}` +
      (n === letter.sections.length - 1 ? jatsRest() : '</sec>'),
  ),
  '</body></article>',
);

function jatsRest(): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const [head = [], ...body] = letter.table;
  return lines(
    `<list list-type="bullet">${letter.list.map((item) => `<list-item><p>${item}</p></list-item>`).join('')}</list>`,
    `<table-wrap><table><thead>${row(head, 'th')}</thead>`,
    `<tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table></table-wrap>`,
    `<p>See <ext-link ext-link-type="uri" xlink:href="${letter.link.href}">${letter.link.text}</ext-link>.</p></sec>`,
  );
}

const markdownRest = lightweight.md.slice(lightweight.md.indexOf(`- ${letter.list[0]}`));

/** The letter as an OPML outline of its headings. The text below each heading is a note in Markdown. */
const opml = lines(
  ...[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<opml version="2.0"><head><title>${letter.title}</title></head><body>`,
  ],
  ...letter.sections.map(({ heading, paragraphs: texts }, n) => {
    const rest = n === letter.sections.length - 1 ? [markdownRest] : [];
    const note = [...texts, ...rest].join('\n\n').replaceAll('&', '&amp;').replaceAll('\n', '&#10;');
    return `<outline text="${heading}" _note="${note}"/>`;
  }),
  '</body></opml>',
);

const ipynb = JSON.stringify({
  cells: [{ cell_type: 'markdown', id: 'letter', metadata: {}, source: lightweight.md.split(/(?<=\n)/) }],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
});

const typ = lines(
  `#set document(title: "${letter.title}")`,
  `= ${letter.title}`,
  ...letter.sections.flatMap(({ heading, paragraphs: texts }) => [
    `== ${heading}`,
    '',
    ...texts.flatMap((one) => [one, '']),
  ]),
  ...letter.list.map((item) => `- ${item}`),
  '',
  '#table(',
  '  columns: 2,',
  ...letter.table.map((row, n) => {
    const cells = row.map((cell) => `[${cell}]`).join(', ');
    return n === 0 ? `  table.header(${cells}),` : `  ${cells},`;
  }),
  ')',
  '',
  `See #link("${letter.link.href}")[${letter.link.text}].`,
);

const man = lines(
  `.TH "${letter.title}" 7`,
  ...letter.sections.flatMap((section) => [
    `.SH ${section.heading}`,
    ...section.paragraphs.flatMap((text) => ['.PP', text]),
  ]),
  ...letter.list.flatMap((item) => ['.IP \\(bu 2', item]),
  ...[
    '.PP',
    '.TS',
    'l l.',
    ...letter.table.flatMap((row, n) => [row.join('\t'), ...(n ? [] : ['_'])]),
    '.TE',
  ],
  ...['.PP', 'See', `.UR ${letter.link.href}`, letter.link.text, '.UE .'],
);

function text(content: string): SampleMaker {
  return (file) => writeFile(file, content);
}

export const markup: SampleMakers = Object.fromEntries(
  Object.entries({ ...lightweight, html, xhtml, txt, tex, docbook, jats, opml, ipynb, typ, man }).map(
    ([ext, content]) => [ext, text(content)] as const,
  ),
);
