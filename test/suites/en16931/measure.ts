/**
 * Runs Protean's rules for invoices on a checkout of ConnectingEurope/eInvoicing-EN16931, and measures how often the
 * rules are right. Each unit test in the checkout states a rule that its document satisfies or violates. The examples
 * in the checkout are valid. Usage: node test/suites/en16931/measure.ts FOLDER. Prints a table by group of rules.
 * `--write` updates docs/invoices.md, and `--list` prints the wrong results.
 */
import path from 'node:path';
import { markdownTable } from '../../docs/markdown-table.ts';
import { run } from '../../samples/run.ts';
import { writeFigures } from '../figures.ts';

interface Document {
  file: string;
  /** The tested rule, or null for an example document, which satisfies all rules. */
  rule: string | null;
  keeps: boolean;
  found: string[];
}

const [folder = '.', ...flags] = process.argv.slice(2);
const checker = path.join(import.meta.dirname, 'check_invoices.py');
const { stdout } = await run('/usr/bin/python3', [checker, folder]);
const documents = stdout
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Document);

const names = ({ rule, found }: Document) => found.some((text) => text.startsWith(`${rule ?? ''}:`));
const isRefused = (document: Document) =>
  document.rule === null ? document.found.length > 0 : names(document);
const isWrong = (document: Document) => document.keeps === isRefused(document);

/** Returns the group of a rule: the part of its name before the number. */
const group = (rule: string) => /^(.*?)-?\d*$/.exec(rule)?.[1] ?? rule;

const tests = documents.filter((document) => document.rule !== null);
const checked = new Set(
  tests.filter((document) => !document.keeps && !isWrong(document)).map((document) => document.rule),
);

function row(name: string, some: readonly Document[]): string[] {
  const rules = new Set(some.map(({ rule }) => rule));
  const valid = some.filter(({ keeps }) => keeps);
  const invalid = some.filter(({ keeps }) => !keeps);
  const wrong = (list: readonly Document[]) => list.filter(isWrong).length;
  const counts = [
    rules.size,
    [...rules].filter((rule) => checked.has(rule)).length,
    valid.length,
    wrong(valid),
    invalid.length,
    wrong(invalid),
  ];
  return [name, ...counts.map(String)];
}

const examples = documents.filter((document) => document.rule === null);
const groups = [...Map.groupBy(tests, ({ rule }) => group(rule ?? ''))].sort();
const table = [
  ['rules', 'tested', 'checked', 'valid', 'false refusals', 'invalid', 'false accepts'],
  row('all', tests),
  ...groups.map(([name, some]) => row(name, some)),
  ['whole invoices', '', '', ...row('', examples).slice(3)],
];
console.log(markdownTable(table));
if (flags.includes('--write')) await writeFigures('invoices.md', 'rules', table);
if (flags.includes('--list'))
  for (const { file, rule, keeps, found } of documents.filter(isWrong))
    console.log(`${keeps ? 'refused' : 'accepted'} ${file} ${rule ?? ''}: ${found.join('; ')}`);
