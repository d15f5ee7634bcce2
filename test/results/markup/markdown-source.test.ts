/**
 * Thematic breaks, notes, warnings, folded sections and raw HTML of Markdown keep their content in every
 * target.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const md = (content: string) => ['page.md', content] as const;

test('reads lines of spaced asterisks or dashes in Markdown as thematic breaks', async () => {
  const { text } = await convert(md('a\n\n* * *\n\nb\n\n- - -\n\nc\n'), 'html');
  assert.match(text, /<p>a<\/p>\s*<hr \/>\s*<p>b<\/p>\s*<hr \/>\s*<p>c<\/p>/);
  assert.match((await convert(md('a\n\n* * *\n\nb\n'), 'rst')).text, /^-{4,}$/m);
});

test('keeps tabs in a Markdown code block', async () => {
  assert.match((await convert(md('```make\nall:\n\tcc x.c\n```\n'), 'org')).text, /^\s*\tcc x\.c$/m);
});

test('keeps the content of a collapsed HTML details element', async () => {
  const page = '<details><summary>Answer</summary>\n\nThe answer is **42**.\n\n</details>\n';
  for (const target of ['pdf', 'txt', 'docx', 'odt', 'epub'])
    assert.match((await convert(md(page), target)).words, /Answer.*The answer is 42\./, target);
  const group =
    '<details name="a" open><summary>One</summary>first</details><details name="a"><summary>Two</summary>second</details>';
  assert.match((await convert(['page.html', group], 'pdf')).words, /One first.*Two second/);
});

test('a PDF of a web page omits the content of a collapsed menu that opens over the page', async () => {
  const menu =
    '<p>Text<details style="position:relative"><summary>Menu</summary><div style="position:absolute">Items</div></details>';
  assert.doesNotMatch((await convert(['page.html', menu], 'pdf')).words, /Items/);
});

const alert = '> [!WARNING]\n> Wet *paint*\n>\n> - door\n\nAfter\n\n> A quotation\n';

test('replaces [!WARNING] in a Markdown alert with the title "Warning"', async () => {
  for (const target of [
    'pdf',
    'txt',
    'docx',
    'odt',
    'epub',
    'org',
    'mediawiki',
    'rtf',
    'fb2',
    'pptx',
    'tex',
  ]) {
    const { words } = await convert(md(alert), target);
    if (['pdf', 'txt', 'docx', 'odt', 'epub', 'org', 'mediawiki'].includes(target))
      assert.match(words, /Warning.*Wet.*paint.*door.*After/, target);
    assert.doesNotMatch(words, /\[?!WARNING/, target);
  }
  assert.match((await convert(md(alert), 'html')).text, /class="markdown-alert markdown-alert-warning"/);
});

test('a warning block stays a warning block in target formats that support warnings', async () => {
  assert.match((await convert(md(alert), 'rst')).text, /^\.\. warning::\n\n {3}Wet \*paint\*$/m);
  assert.match((await convert(md(alert), 'adoc')).text, /^\[WARNING\]\n(?:\.Warning\n)?====\nWet _paint_$/m);
  assert.match((await convert(md(alert), 'docbook')).text, /<warning>\s*<title>Warning<\/title>\s*<para>/);
  const alerts: Record<string, string> = {
    'a.rst': 'A\n\n.. warning::\n\n   Wet paint\n',
    'a.adoc': 'A\n\nWARNING: Wet paint\n',
    'a.org': 'A\n\n#+begin_warning\nWet paint\n#+end_warning\n',
    'a.html':
      '<p>A<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Wet paint</p></div>',
    'sphinx.html':
      '<p>A<div class="admonition warning"><p class="admonition-title">Warning</p><p>Wet paint</p></div>',
  };
  const page = alerts['a.html'] ?? '';
  alerts['a.eml'] = `Content-Type: text/html\n\n${page}\n`;
  for (const [name, content] of Object.entries(alerts))
    assert.match((await convert([name, content], 'md')).text, /^> \[!WARNING\]\n> Wet paint$/m, name);
  assert.match((await convert(['a.adoc', 'A\n\nTIP: Use a brush\n'], 'docx')).words, /Tip Use a brush/);
  const document = await convert(['a.eml', alerts['a.eml']], 'odt');
  assert.match(
    (await run('/usr/bin/bsdtar', ['-xOf', '-', 'content.xml'], { input: document.body })).stdout.toString(),
    /text:style-name="alert-warning"/,
  );
  const mail = await convert(['a.eml', alerts['a.eml']], 'html');
  assert.match(mail.text, /class="markdown-alert markdown-alert-warning"/);
  assert.match(mail.text, /\.markdown-alert-warning \{\s*border-color/);
});

test('does not add a date to an AsciiDoc document without a date', async () => {
  assert.doesNotMatch((await convert(['a.adoc', '= Title\n\nText\n'], 'md')).text, /1980/);
});

const raw = `<table>
<tr><td>

Cell **bold**

</td><td>two</td></tr>
</table>

H<sub>2</sub>O, <kbd>Ctrl</kbd>+<kbd>C</kbd>, first<br>second, x<sup>2</sup>, <u>under *both*</u>

<p align="center">Centered <b>text</b></p>

Note[^1]

[^1]: A foot <b>note</b>.
`;

test('parses HTML in Markdown, and parses the Markdown inside this HTML', async () => {
  const { text } = await convert(md(raw), 'rst');
  assert.match(text, /^={4,} =+\nCell \*\*bold\*\* two\n={4,} =+$/m);
  assert.match(text, /H\\ :sub:`2`\\ O, Ctrl\+C, first/);
  assert.match(text, /x\\ :sup:`2`/);
  assert.match(text, /Centered \*\*text\*\*/);
  assert.match(text, /A foot \*\*note\*\*\./);
  const { words } = await convert(md(raw), 'docx');
  assert.match(words, /Cell bold two .*H2O, Ctrl\+C, first second, x2, under both Centered text Note/);
});

test('keeps the text after an unclosed HTML tag in Markdown', async () => {
  for (const target of ['docx', 'rst', 'epub', 'txt'])
    assert.match(
      (await convert(md('<table>\n\nOutside of cells\n\n<div>\n\n*More*\n'), target)).words,
      /Outside of cells.*More/,
      target,
    );
});
