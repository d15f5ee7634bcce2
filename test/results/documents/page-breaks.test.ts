/**
 * Page breaks in style sheets, in HTML inside Markdown, and in AsciiDoc become page breaks in Word, OpenDocument and
 * RTF files.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { outputOf } from '../../support/results/measure.ts';
import { openContentConverter } from '../../support/server/test-app.ts';

const converted = openContentConverter();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-breaks-'));
after(() => rm(dir, { recursive: true }));

/** Converts the text to `target`, and then converts that result to PDF. Returns the words of each page. */
async function pagesOf(text: string, source: string, target: string): Promise<string[]> {
  const file = path.join(dir, `${source}.pdf`);
  await writeFile(file, await converted(await converted(text, source, target), target, 'pdf'));
  const words = await outputOf('/usr/bin/pdftotext', ['-layout', file, '-']);
  // The last line of each page is the page number.
  return words
    .split('\f')
    .slice(0, -1)
    .map((page) =>
      page
        .replace(/\n\s*\d+\s*$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}

const page = `<!doctype html><title>x</title>
  <style>@media print { .new { break-before: page } h2 { page-break-before: always } } @media screen { p { break-before: page } }</style>
  <h1 style="break-before: page">First</h1><p>one</p><p style="page-break-before: always">two</p><p class="new">three</p>
  <p style="break-after: page">end</p><p>four</p><h2>Five</h2><div style="page-break-after: always"></div>
  <table><tr><th>six</th></tr><tr><td>cell</td></tr></table>
  <p>words<br style="page-break-before: always"></p><section class="new"><h2>Seven</h2><ul><li>item</li></ul></section>
  <p style="page-break-before: avoid">same</p><div style="break-after: page"></div>`;
const pages = ['First one', 'two', 'three end', 'four', 'Five', 'six cell words', 'Seven • item same'];

const markdown = `# First

one

<div style="page-break-after: always;"></div>

two

<p style="page-break-before: always">three</p>

<br style="page-break-after: always">

## Four

end

<div style="break-before: page">

five *em*

</div>
`;

for (const target of ['docx', 'odt', 'rtf']) {
  test(`keeps the page breaks of a web page in ${target}`, async () => {
    assert.deepEqual(await pagesOf(page, 'html', target), pages);
  });

  test(`keeps the HTML page breaks of a Markdown file in ${target}`, async () => {
    const expected = ['First one', 'two', 'three', 'Four end', 'five em'];
    assert.deepEqual(await pagesOf(markdown, 'md', target), expected);
  });

  test(`keeps AsciiDoc page breaks in ${target}`, async () => {
    const text = '= Title\n\nfirst\n\n<<<\n\nsecond\n\n<<<\n\n== Third\n\nend\n';
    assert.deepEqual(await pagesOf(text, 'adoc', target), ['Title first', 'second', 'Third end']);
  });
}

test('omits AsciiDoc page breaks in Markdown, which has no page breaks', async () => {
  const text = '= Title\n\nfirst\n\n<<<\n\nsecond\n';
  assert.equal((await converted(text, 'adoc', 'md')).toString(), '# Title\n\nfirst\n\nsecond\n');
});
