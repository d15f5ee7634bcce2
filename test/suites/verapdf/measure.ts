/**
 * Measures how often Protean's checks for PDF/A and PDF/UA are right on the test files of veraPDF. The name of each
 * test file states the clause of the standard, and whether the file must pass. Usage: node
 * test/suites/verapdf/measure.ts FOLDER [--write] [--list]. Prints a table by clause. With `--write`, also puts the
 * table into docs/pdfa.md and docs/pdfua.md. With `--list`, also prints each wrong result.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../docs/markdown-table.ts';
import { run } from '../../samples/run.ts';
import { writeFigures } from '../figures.ts';

interface File {
  level: string;
  clause: string;
  passes: boolean;
  file: string;
  problem?: string | null;
}

const levels: Readonly<Record<string, string>> = {
  'PDF_A-1b': '1b',
  'PDF_A-2b': '2b',
  'PDF_A-3b': '3b',
  'PDF_UA-1': 'ua1',
};

/**
 * Returns the file with its level, its clause (such as `6.2.4`), and whether it must pass. Returns undefined if the
 * path of the file lacks the level, the clause or the expected result.
 */
function described(folder: string, file: string): File | undefined {
  // Names are like "veraPDF test suite 6-1-2-t01-fail-a.pdf" and "7.1-t01-pass-a.pdf".
  const [top = ''] = path.relative(folder, file).split(path.sep);
  const [, numbers, result] = /(\d+(?:[-.]\d+)*)-t\d+-(pass|fail)/.exec(path.basename(file)) ?? [];
  const level = levels[top];
  if (level === undefined || numbers === undefined) return undefined;
  return { level, clause: numbers.replaceAll('-', '.'), passes: result === 'pass', file };
}

const [folder = '.', ...flags] = process.argv.slice(2);
const files = globSync(`${folder}/*/**/*.pdf`)
  .sort()
  .flatMap((file) => described(folder, file) ?? []);
const input = files.map(({ level, file }) => `${level}\t${file}\n`).join('');
const checker = path.join(import.meta.dirname, 'check_files.py');
const { stdout } = await run('/usr/bin/python3', [checker], { input, seconds: 0 });
stdout
  .toString()
  .trim()
  .split('\n')
  .forEach((line, n) => {
    const file = files[n];
    if (file) file.problem = JSON.parse(line) as string | null;
  });

const isAccepted = ({ problem }: File) => problem === null;
const count = (some: readonly File[], wanted: (file: File) => boolean) => some.filter(wanted).length;

const head = ['level', 'clause', 'pass', 'false refusals', 'fail', 'false accepts'];

function row(name: readonly string[], some: readonly File[]): string[] {
  const falseAccepts = count(some, (file) => !file.passes && isAccepted(file));
  const falseRefusals = count(some, (file) => file.passes && !isAccepted(file));
  const fails = count(some, ({ passes }) => !passes);
  return [...name, ...[some.length - fails, falseRefusals, fails, falseAccepts].map(String)];
}

const rows = [...Map.groupBy(files, (file) => file.level)].flatMap(([level, some]) => [
  row([level, 'all'], some),
  ...[...Map.groupBy(some, (file) => file.clause)].map(([clause, ofClause]) =>
    row([level, clause], ofClause),
  ),
]);
console.log(markdownTable([head, ...rows]));
if (flags.includes('--write')) {
  const isAccessible = ([level]: readonly string[]) => level === 'ua1';
  await writeFigures('pdfua.md', 'corpus', [head, ...rows.filter(isAccessible)]);
  await writeFigures('pdfa.md', 'corpus', [head, ...rows.filter((one) => !isAccessible(one))]);
}
if (flags.includes('--list'))
  for (const one of files.filter((file) => file.passes !== isAccepted(file)))
    console.log(
      `${one.passes ? 'refused' : 'accepted'} ${one.level} ${path.basename(one.file)}: ${one.problem ?? ''}`,
    );
