/** Reads the tables in Markdown, line by line, as opendataloader-bench and olmocr do. */

export interface MarkdownWithTables {
  /** The Markdown, in which one line of HTML replaces each table. */
  text: string;
  tables: string[][][];
}

export function withTables(markdown: string): MarkdownWithTables {
  const lines = markdown.split('\n');
  const text: string[] = [];
  const tables: string[][][] = [];
  for (let at = 0; at < lines.length;) {
    const [head, rule] = [cellsOf(lines[at]), cellsOf(lines[at + 1])];
    if (!head || !rule?.every((cell) => /^[-: ]+$/.test(cell))) {
      text.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    const rows: string[][] = [];
    for (at += 2; ; at += 1) {
      const row = cellsOf(lines[at]);
      if (!row) break;
      rows.push(row);
    }
    const width = Math.max(head.length, rule.length);
    const all = (head.every((cell) => cell === '') && rows.length > 0 ? rows : [head, ...rows]).map((row) =>
      Array.from({ length: width }, (_, n) => row[n] ?? ''),
    );
    tables.push(all);
    text.push(htmlOf(all));
  }
  return { text: text.join('\n'), tables };
}

function cellsOf(line = ''): string[] | undefined {
  const trimmed = line.trim();
  if (!trimmed.includes('|')) return undefined;
  const inner = trimmed.replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map((cell) => cell.trim());
}

const htmlOf = ([head = [], ...rows]: readonly (readonly string[])[]) => {
  const line = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
};
