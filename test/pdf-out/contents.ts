/**
 * Generates the source texts of the measured documents, in Markdown or HTML. The source texts are printed as PDF, the
 * PDFs are converted, and the results are compared with the source texts.
 */
import { SeededText, type Language } from './seeded-text.ts';

/** Returns a document with headings of three levels, running text with links and bold words, nested lists and code. */
export function report(
  seed: number,
  {
    language = 'en',
    sections = 4,
    numbered = false,
  }: { language?: Language; sections?: number; numbered?: boolean } = {},
): string {
  const text = new SeededText(seed, language);
  const parts = [`# ${text.phrase(2, 4)}`, text.paragraph()];
  for (let n = 1; n <= sections; n += 1) {
    const number = numbered ? `${n} ` : '';
    parts.push(`## ${number}${text.phrase(2, 4)}`, text.paragraph(), linked(text), ...list(text));
    const below = numbered ? `${n}.1 ` : '';
    parts.push(`### ${below}${text.phrase(2, 4)}`, text.paragraph(), text.paragraph());
    if (n === 2 && language === 'en') parts.push('```', ...code(text), '```', text.paragraph());
    if (n === 3) parts.push(...orderedList(text), text.paragraph());
  }
  return parts
    .join('\n\n')
    .replaceAll('```\n\n', '```\n')
    .replaceAll('\n\n```', '\n```')
    .replace(/(\n```\n)(?=\p{L})/gu, '\n\n$1');
}

function linked(text: SeededText): string {
  const name = text.word();
  return `${text.sentence()} **${text.word()}** ${text.words(4)} [${text.words(2)}](https://example.org/${text.number(1000)}/x) ${text.words(5)} *${name}* ${text.sentence()}`;
}

function list(text: SeededText): string[] {
  const items = Array.from({ length: 3 + text.number(3) }, (_, n) => {
    const item = `- ${n === 1 ? text.sentence() + ' ' + text.sentence() : text.phrase(2, 7)}`;
    const nested = n === 1 || n === 2 ? [`    - ${text.phrase(2, 6)}`, `    - ${text.phrase(2, 6)}`] : [];
    return [item, ...nested].join('\n');
  });
  return [items.join('\n')];
}

const orderedList = (text: SeededText) => [
  Array.from({ length: 4 }, (_, n) => `${n + 1}. ${text.phrase(3, 9)}`).join('\n'),
];

const code = (text: SeededText) =>
  [`for ${text.word()} in ${text.word()}:`, `    print(${text.word()})`, `    return ${text.number(100)}`]
    .join('\n')
    .split('\n\n');

/** Returns a document with headings, tables, and running text between them. */
export function tables(
  seed: number,
  {
    language = 'en',
    count = 3,
    longCells = false,
  }: { language?: Language; count?: number; longCells?: boolean } = {},
): string {
  const text = new SeededText(seed, language);
  const parts = [`# ${text.phrase(2, 4)}`, text.paragraph()];
  for (let n = 0; n < count; n += 1) {
    parts.push(
      `## ${text.phrase(2, 3)}`,
      text.paragraph(),
      table(text, 3 + text.number(3), 4 + text.number(5), longCells),
      text.paragraph(),
    );
  }
  return parts.join('\n\n');
}

function table(text: SeededText, columns: number, rows: number, longCells: boolean): string {
  const header = Array.from({ length: columns }, () => text.phrase(1, 2));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = Array.from({ length: rows }, () =>
    header.map((_, x) =>
      x === 0 ? text.phrase(1, longCells ? 9 : 3) : x % 2 === 1 ? text.amount() : text.phrase(1, 2),
    ),
  );
  return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
}

/** Returns an HTML page with a table that has merged cells. */
export function mergedTables(seed: number, language: Language = 'en'): string {
  const text = new SeededText(seed, language);
  const cell = () => `<td>${text.phrase(1, 2)}</td>`;
  return `<h1>${text.phrase(2, 4)}</h1><p>${text.paragraph()}</p>
<table><tr><td colspan="2">${text.phrase(2, 3)}</td><td colspan="2">${text.phrase(2, 3)}</td></tr>
<tr>${cell()}${cell()}${cell()}${cell()}</tr><tr><td rowspan="2">${text.phrase(1, 2)}</td>${cell()}${cell()}${cell()}</tr>
<tr>${cell()}${cell()}${cell()}</tr><tr>${cell()}${cell()}${cell()}${cell()}</tr></table><p>${text.paragraph()}</p>`;
}

/** Returns an HTML table with many rows of numbers, like a spreadsheet. */
export function sheet(seed: number): string {
  const text = new SeededText(seed);
  const head = ['Item', 'Place', 'Pieces', 'Price', 'Sum'].map((name) => `<th>${name}</th>`).join('');
  const rows = Array.from(
    { length: 36 },
    () =>
      `<tr><td>${text.phrase(1, 2)}</td><td>${text.phrase(1, 1)}</td><td>${text.number(90) + 1}</td><td>${text.amount()}1</td><td>${text.amount()}7</td></tr>`,
  );
  return `<table><tr>${head}</tr>${rows.join('')}</table>`;
}

/** Returns an HTML invoice: an address, a table of articles with prices, and terms. */
export function invoice(seed: number): string {
  const text = new SeededText(seed);
  const rows = Array.from({ length: 7 }, (_, n) => {
    const cells = [
      String(n + 1),
      text.phrase(2, 5),
      String(text.number(9) + 1),
      text.amount(),
      text.amount(),
    ];
    return `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`;
  });
  const head = ['No', 'Article', 'Pieces', 'Price', 'Total'].map((name) => `<th>${name}</th>`).join('');
  return `<h1>Invoice ${text.number(9000) + 1000}</h1>
<p>${text.phrase(2, 2)}<br>${text.phrase(1, 1)} street ${text.number(90)}<br>${text.phrase(1, 1)}</p>
<p>${text.paragraph(1, 2)}</p>
<table><tr>${head}</tr>${rows.join('')}</table>
<p>${text.paragraph(1, 2)}</p><h2>Terms</h2><p>${text.paragraph(2, 3)}</p>`;
}

/** Returns a document with pictures between paragraphs. `picture` returns the file name of the n-th picture. */
export function figures(seed: number, picture: (n: number) => string): string {
  const text = new SeededText(seed);
  const parts = [`# ${text.phrase(2, 4)}`, text.paragraph()];
  for (let n = 0; n < 4; n += 1)
    parts.push(`## ${text.phrase(2, 3)}`, text.paragraph(), `![](${picture(n)})`, text.paragraph(2, 4));
  return parts.join('\n\n');
}

/** Returns the Markdown of 8 slides. Each slide has a heading and a bullet list. */
export function slides(seed: number): string {
  const text = new SeededText(seed);
  return Array.from({ length: 8 }, () =>
    [`# ${text.phrase(2, 4)}`, Array.from({ length: 4 }, () => `- ${text.phrase(3, 8)}`).join('\n')].join(
      '\n\n',
    ),
  ).join('\n\n');
}

/** Returns a book with chapters of running text, lists and tables. */
export function book(seed: number, chapters: number): string {
  const text = new SeededText(seed);
  return Array.from({ length: chapters }, (_, n) => {
    const sections = Array.from({ length: 3 }, () =>
      [
        `## ${text.phrase(2, 4)}`,
        ...Array.from({ length: 9 }, () => text.paragraph(4, 8)),
        ...(n % 3 === 0 ? list(text) : []),
      ].join('\n\n'),
    );
    return [
      `# ${text.phrase(2, 4)}`,
      text.paragraph(),
      ...sections,
      table(text, 4, 6, false),
      text.paragraph(),
    ].join('\n\n');
  }).join('\n\n');
}
