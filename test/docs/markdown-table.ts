/** Generates a Markdown table. Aligns the columns of the table like prettier. */

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, n) => Math.max(3, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [first = '', ...others] = rows.map(line);
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
}
