/**
 * Tests that deeply nested or expanding markup is refused quickly with the right reason, and that ordinary documents
 * are accepted.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonPath } from '../../../../test/support/python.ts';

const program = `
import sys, time
sys.path.insert(0, sys.argv[1])
from engines.shared.html import markup_bounds
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
  const child = spawnSync('/usr/bin/python3', args, { input: text, encoding: 'utf8' });
  assert.equal(child.status, 0, child.stderr);
  return child.stdout.trim();
}

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const table = (columns: number, row: string, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${row.repeat(rows)}`;

const grid = (columns: number, count: number) =>
  `${`+${'---+'.repeat(columns)}\n|${' a |'.repeat(columns)}\n`.repeat(count)}+${'---+'.repeat(columns)}\n`;

const rows: readonly [what: string, kind: string, text: string, result: string][] = [
  ['nested elements', 'html', '<div>'.repeat(100_000), 'too_deep'],
  ['nested lists', 'html', '<ul><li>'.repeat(300), 'too_deep'],
  ['sibling lists', 'html', '<ul><li>x<ol><li>y</ol></ul>'.repeat(3000), 'fine'],
  ['nested sections', 'docbook', '<section><title>x</title>'.repeat(5000), 'too_deep'],
  ['paragraphs without end tags', 'html', '<p>x <br>'.repeat(100_000), 'fine'],
  ['many sibling elements', 'html', '<div class="a"><b>x</b></div>\n'.repeat(50_000), 'fine'],
  ['empty elements', 'docbook', '<anchor id="x"/>'.repeat(5000), 'fine'],
  ['unterminated tags', 'html', '<a b="'.repeat(200_000), 'fine'],
  ['nested AsciiDoc lists', 'adoc', lines(300, (n) => `${'*'.repeat(n + 1)} x`), 'too_deep'],
  ['nested wiki lists', 'mediawiki', lines(300, (n) => `${'*#'[n % 2]?.repeat(n + 1)} x`), 'too_deep'],
  ['nested wiki lists', 'creole', lines(300, (n) => `${'*'.repeat(n + 1)} x`), 'too_deep'],
  ['a long wiki list', 'mediawiki', lines(6000, (n) => `${'*#:'.repeat((n % 6) + 1)} x`), 'fine'],
  ['nested AsciiDoc blocks', 'adoc', lines(1100, (n) => '='.repeat(n + 4)), 'too_deep'],
  ['a long AsciiDoc list of 6 levels', 'adoc', lines(6000, (n) => `${'*'.repeat((n % 6) + 1)} x`), 'fine'],
  ['a thousand CSS columns', 'html', '<div style="columns: 1000">x</div>', 'too_complex'],
  [
    'CSS columns with a width',
    'html',
    '<style>p{columns:3 500px;width:900} q{column-count:4}</style>',
    'fine',
  ],
  [
    'CSS columns in text and scripts',
    'html',
    '<p>columns: 250</p><script>grid({columns:500})</script>',
    'fine',
  ],
  ['a script', 'html', `<script>${'if (a<b && c>d) f()\n'.repeat(5000)}</script>`, 'fine'],
  ['CDATA sections', 'docbook', `<![CDATA[${'List<String> x;\n'.repeat(5000)}]]>`, 'fine'],
  ['nested elements with scripts between', 'html', '<div><script>x</script>'.repeat(5000), 'too_deep'],
  ['elements in comments', 'html', '<!-- <div> -->'.repeat(5000), 'fine'],
  ['unterminated comments', 'html', '<!--'.repeat(300_000), 'fine'],
  ['unterminated CDATA sections', 'docbook', '<![CDATA['.repeat(300_000), 'fine'],
  ['unterminated scripts', 'html', '<script>'.repeat(100_000), 'too_deep'],
  ['elements in the style of an SVG', 'html', `<svg><style>${'<g>'.repeat(5000)}</style></svg>`, 'too_deep'],
  ['elements after an empty script element', 'xhtml', `<script/>${'<b>'.repeat(5000)}</script>`, 'too_deep'],
  ['a tall grid table', 'md', grid(3, 70_000), 'too_many_cells'],
  ['a tall grid table', 'rst', grid(3, 70_000), 'too_many_cells'],
  ['many small grid tables in one file', 'rst', `${grid(4, 20)}\n`.repeat(1000), 'too_many_cells'],
  ['a large grid table', 'rst', grid(10, 4000), 'fine'],
  ['a grid table in a list', 'org', grid(3, 70_000).replaceAll(/^/gm, '  '), 'too_many_cells'],
  ['lists with plus signs', 'md', '+ x\n+ y\n\n'.repeat(60_000), 'fine'],
  ['nested lists', 'rst', lines(2000, (n) => `${' '.repeat(n)}* x\n`), 'too_deep'],
  ['code with many indentations', 'md', lines(50_000, (n) => `${'  '.repeat(n % 40)}x`), 'fine'],
  ['nested quotes', 'md', `${'> '.repeat(5000)}x`, 'too_deep'],
  ['nested divisions', 'md', '::: a\n'.repeat(5000), 'too_deep'],
  ['sibling divisions', 'md', '::: a\nx\n:::\n'.repeat(5000), 'fine'],
  ['divisions with more colons', 'md', ':::: a\n::: {.b}\nx\n:::\n::::\n'.repeat(5000), 'fine'],
  ['rows shorter than their header', 'md', table(1500, '|x|\n', 1500), 'too_many_cells'],
  ['a very wide rule', 'md', `${'|-'.repeat(200_000)}|`, 'too_many_cells'],
  ['a long table', 'md', table(20, `${'|x'.repeat(20)}|\n`, 20_000), 'fine'],
  ['a table of more than a million cells', 'md', table(20, `${'|x'.repeat(20)}|\n`, 60_000), 'fine'],
  ['a grid table', 'md', `${'+-'.repeat(500)}+\n${'| '.repeat(500)}|\n`.repeat(300), 'too_many_cells'],
  ['small grid tables', 'md', '+---+---+\n| a | b |\n+---+---+\n\n'.repeat(5000), 'fine'],
  ['rows of a few cells', 'md', table(5, '|x|y|\n', 5000), 'fine'],
  [
    'a grid table without closing corners',
    'md',
    `${'+-'.repeat(1000)}\n${'| '.repeat(1000)}\n`.repeat(400),
    'too_many_cells',
  ],
  ['a wide table', 'md', table(300, `${'|x'.repeat(300)}|\n`, 1000), 'fine'],
  ['many tables', 'md', `${table(100, `${'|x'.repeat(100)}|\n`, 50)}\n`.repeat(100), 'fine'],
  [
    'entries that inherit from each other',
    'bib',
    '@book{a, crossref = {b}}\n@book{b, crossref = {a}}\n',
    'too_complex',
  ],
  ['an entry that inherits from itself', 'bib', '@book{a, title = {x}, CrossRef = "A"}\n', 'too_complex'],
  [
    'data entries that inherit from each other',
    'bib',
    '@xdata{a, xdata = {b}}\n@xdata{b, xdata = {c,a}}\n',
    'too_complex',
  ],
  ['nested braces', 'bib', `@book{a, title = {${'{'.repeat(20_000)}`, 'too_deep'],
  [
    'chapters of books',
    'bib',
    `@book{b, title = {x}}\n${'@inbook{c, crossref = {b}, xdata = {b, none}}\n'.repeat(20_000)}`,
    'fine',
  ],
  ['a footnote that references itself', 'md', 'x[^1]\n\n[^1]: y[^1]\n', 'too_deep'],
  [
    'footnotes that multiply',
    'md',
    lines(30, (n) => `[^${n}]: ${`[^${n + 1}]`.repeat(2)}\n`) + '\n[^30]: x\n',
    'too_complex',
  ],
  ['many footnotes', 'md', lines(5000, (n) => `x[^${n}]\n\n[^${n}]: See *note*[^0${n}].\n`), 'fine'],
  ['footnotes in a code block', 'md', '```\nx[^1]\n[^1]: y[^1]\n```\n', 'fine'],
  ['a chain of footnotes', 'md', lines(5000, (n) => `[^${n}]: x[^${n + 1}]\n`), 'too_deep'],
  [
    'YAML aliases that multiply',
    'md',
    `---\na0: &a0 [x]\n${lines(25, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)}\n---\nx\n`,
    'too_complex',
  ],
  ['ordinary metadata', 'md', `---\ntitle: "a *b* c"\n---\n${'- *x* and *y*\n'.repeat(500)}`, 'fine'],
  ['dashes that do not form a rule', 'md', `${'- '.repeat(100_000)}|x`, 'fine'],
];

for (const [what, kind, text, result] of rows) {
  test(`returns ${result} for ${kind} with ${what}`, () => assert.equal(checked(text, kind), result));
}
