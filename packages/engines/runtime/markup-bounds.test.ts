/** Markup that nests or multiplies beyond measure is refused quickly by its reason; what people write is not. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonPath } from '../../../test/support/python.ts';

const program = `
import sys, time
sys.path.insert(0, sys.argv[1])
from engines.runtime import markup_bounds
text = sys.stdin.read()
began = time.process_time()
try:
    markup_bounds.check(text, sys.argv[2])
    print('fine')
except markup_bounds.LimitExceeded as reason:
    print(str(reason).removeprefix('protean-reason: '))
assert time.process_time() - began < 5
`;

function checked(text: string, kind: string): string {
  const args = ['-c', program, pythonPath, kind];
  const ran = spawnSync('/usr/bin/python3', args, { input: text, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout.trim();
}

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const table = (columns: number, row: string, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${row.repeat(rows)}`;

const grid = (columns: number, count: number) =>
  `${`+${'---+'.repeat(columns)}\n|${' a |'.repeat(columns)}\n`.repeat(count)}+${'---+'.repeat(columns)}\n`;

const rows: readonly [what: string, kind: string, text: string, says: string][] = [
  ['elements in elements', 'html', '<div>'.repeat(100_000), 'too_deep'],
  ['lists in lists', 'html', '<ul><li>'.repeat(300), 'too_deep'],
  ['lists side by side', 'html', '<ul><li>x<ol><li>y</ol></ul>'.repeat(3000), 'fine'],
  ['sections in sections', 'docbook', '<section><title>x</title>'.repeat(5000), 'too_deep'],
  ['paragraphs that are left open', 'html', '<p>x <br>'.repeat(100_000), 'fine'],
  ['many elements side by side', 'html', '<div class="a"><b>x</b></div>\n'.repeat(50_000), 'fine'],
  ['elements that end at once', 'docbook', '<anchor id="x"/>'.repeat(5000), 'fine'],
  ['tags without an end', 'html', '<a b="'.repeat(200_000), 'fine'],
  ['a thousand columns of paper', 'html', '<div style="columns: 1000">x</div>', 'too_complex'],
  ['columns by their width', 'html', '<style>p{columns:3 500px;width:900} q{column-count:4}</style>', 'fine'],
  ['columns that a page talks of', 'html', '<p>columns: 250</p><script>grid({columns:500})</script>', 'fine'],
  ['a program in a page', 'html', `<script>${'if (a<b && c>d) f()\n'.repeat(5000)}</script>`, 'fine'],
  ['listings as they are', 'docbook', `<![CDATA[${'List<String> x;\n'.repeat(5000)}]]>`, 'fine'],
  ['elements with programs between', 'html', '<div><script>x</script>'.repeat(5000), 'too_deep'],
  ['elements in comments', 'html', '<!-- <div> -->'.repeat(5000), 'fine'],
  ['comments without an end', 'html', '<!--'.repeat(300_000), 'fine'],
  ['listings without an end', 'docbook', '<![CDATA['.repeat(300_000), 'fine'],
  ['programs without an end', 'html', '<script>'.repeat(100_000), 'too_deep'],
  [
    'elements in the style of a drawing',
    'html',
    `<svg><style>${'<g>'.repeat(5000)}</style></svg>`,
    'too_deep',
  ],
  ['elements in a program that has ended', 'xhtml', `<script/>${'<b>'.repeat(5000)}</script>`, 'too_deep'],
  ['a tall table of rules', 'md', grid(3, 70_000), 'too_many_cells'],
  ['a tall table of rules', 'rst', grid(3, 70_000), 'too_many_cells'],
  ['many small tables of rules', 'rst', `${grid(4, 20)}\n`.repeat(1000), 'too_many_cells'],
  ['a large table of rules', 'rst', grid(10, 4000), 'fine'],
  ['a table of rules in a list', 'org', grid(3, 70_000).replaceAll(/^/gm, '  '), 'too_many_cells'],
  ['a list by pluses', 'md', '+ x\n+ y\n\n'.repeat(60_000), 'fine'],
  ['lists in lists', 'rst', lines(2000, (n) => `${' '.repeat(n)}* x\n`), 'too_deep'],
  ['a program of many indents', 'md', lines(50_000, (n) => `${'  '.repeat(n % 40)}x`), 'fine'],
  ['quotes in quotes', 'md', `${'> '.repeat(5000)}x`, 'too_deep'],
  ['divisions in divisions', 'md', '::: a\n'.repeat(5000), 'too_deep'],
  ['divisions side by side', 'md', '::: a\nx\n:::\n'.repeat(5000), 'fine'],
  ['divisions of more colons', 'md', ':::: a\n::: {.b}\nx\n:::\n::::\n'.repeat(5000), 'fine'],
  ['rows that are filled up', 'md', table(1500, '|x|\n', 1500), 'too_many_cells'],
  ['a rule without end', 'md', `${'|-'.repeat(200_000)}|`, 'too_many_cells'],
  ['a long table', 'md', table(20, `${'|x'.repeat(20)}|\n`, 20_000), 'fine'],
  ['a table of more than a million cells', 'md', table(20, `${'|x'.repeat(20)}|\n`, 60_000), 'fine'],
  ['a grid', 'md', `${'+-'.repeat(500)}+\n${'| '.repeat(500)}|\n`.repeat(300), 'too_many_cells'],
  ['boxes of signs', 'md', '+---+---+\n| a | b |\n+---+---+\n\n'.repeat(5000), 'fine'],
  ['rows of a few cells', 'md', table(5, '|x|y|\n', 5000), 'fine'],
  ['bars of a grid', 'md', `${'+-'.repeat(1000)}\n${'| '.repeat(1000)}\n`.repeat(400), 'too_many_cells'],
  ['a wide table', 'md', table(300, `${'|x'.repeat(300)}|\n`, 1000), 'fine'],
  ['many tables', 'md', `${table(100, `${'|x'.repeat(100)}|\n`, 50)}\n`.repeat(100), 'fine'],
  [
    'entries that name each other',
    'bib',
    '@book{a, crossref = {b}}\n@book{b, crossref = {a}}\n',
    'too_complex',
  ],
  ['an entry that names itself', 'bib', '@book{a, title = {x}, CrossRef = "A"}\n', 'too_complex'],
  ['data that name each other', 'bib', '@xdata{a, xdata = {b}}\n@xdata{b, xdata = {c,a}}\n', 'too_complex'],
  ['braces in braces', 'bib', `@book{a, title = {${'{'.repeat(20_000)}`, 'too_deep'],
  [
    'chapters of books',
    'bib',
    `@book{b, title = {x}}\n${'@inbook{c, crossref = {b}, xdata = {b, none}}\n'.repeat(20_000)}`,
    'fine',
  ],
  ['a note that names itself', 'md', 'x[^1]\n\n[^1]: y[^1]\n', 'too_deep'],
  [
    'notes of notes',
    'md',
    lines(30, (n) => `[^${n}]: ${`[^${n + 1}]`.repeat(2)}\n`) + '\n[^30]: x\n',
    'too_complex',
  ],
  ['many notes', 'md', lines(5000, (n) => `x[^${n}]\n\n[^${n}]: See *note*[^0${n}].\n`), 'fine'],
  ['notes that a listing shows', 'md', '```\nx[^1]\n[^1]: y[^1]\n```\n', 'fine'],
  ['notes in turn', 'md', lines(5000, (n) => `[^${n}]: x[^${n + 1}]\n`), 'too_deep'],
  [
    'aliases of aliases',
    'md',
    `---\na0: &a0 [x]\n${lines(25, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)}\n---\nx\n`,
    'too_complex',
  ],
  [
    'metadata as people write it',
    'md',
    `---\ntitle: "a *b* c"\n---\n${'- *x* and *y*\n'.repeat(500)}`,
    'fine',
  ],
  ['what is no rule', 'md', `${'- '.repeat(100_000)}|x`, 'fine'],
];

for (const [what, kind, text, says] of rows) {
  test(`${what} in ${kind}: ${says}`, () => assert.equal(checked(text, kind), says));
}
