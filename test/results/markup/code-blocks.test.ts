/**
 * Code is highlighted in OpenDocument text, and in web pages and PDFs made from AsciiDoc. Code, lists in alerts, and
 * alt texts survive a conversion to docx or odt and back.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { outputOf } from '../../support/results/measure.ts';
import { openContentConverter } from '../../support/server/test-app.ts';

const converted = openContentConverter();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-code-'));
after(() => rm(dir, { recursive: true }));

async function contentOf(text: string, source: string): Promise<string> {
  const file = path.join(dir, 'a.odt');
  await writeFile(file, await converted(text, source, 'odt'));
  return outputOf('/usr/bin/bsdtar', ['-xOf', file, 'content.xml']);
}

const notebook = JSON.stringify({
  cells: [
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      outputs: [],
      source: ['def f(x):\n', '    return 1'],
    },
  ],
  metadata: { kernelspec: { name: 'python3', language: 'python' }, language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});
const sources: Readonly<Record<string, string>> = {
  md: '```python\ndef f(x):\n    return 1\n```\n',
  html: '<pre><code class="language-python">def f(x):\n    return 1</code></pre>',
  rst: '.. code:: python\n\n   def f(x):\n       return 1\n',
  org: '#+begin_src python\ndef f(x):\n    return 1\n#+end_src\n',
  adoc: '[source,python]\n----\ndef f(x):\n    return 1\n----\n',
  ipynb: notebook,
  eml: 'Content-Type: text/html\n\n<pre><code class="language-python">def f(x):\n    return 1</code></pre>\n',
};

for (const [source, text] of Object.entries(sources))
  test(`highlights code when ${source} is converted to odt`, async () => {
    const content = await contentOf(text, source);
    const paragraph = /<text:p text:style-name="Source_20_Code_20_python">(.*?)<\/text:p>/.exec(content)?.[1];
    assert.ok(paragraph, content.slice(-2000));
    assert.match(paragraph, /<text:span text:style-name="code-kw">def<\/text:span>/);
    assert.match(
      paragraph,
      /<text:line-break \/><text:s text:c="4" \/><text:span text:style-name="code-cf">return</,
    );
    assert.match(
      content,
      /style:name="code-kw"[^>]*><style:text-properties fo:color="#007020" fo:font-weight="bold"/,
    );
  });

const listing = `[source,python]
----
def f(x): # <1>
    return "<b>" # <2>
----

[source,unknown]
----
def
----

[source,python,subs="+quotes"]
----
*def* f
----

[source,python]
----
if x:
----
`;

test('highlights code from AsciiDoc in web pages, and keeps callouts and markup in the code', async () => {
  for (const target of ['html', 'xhtml']) {
    const page = (await converted(listing, 'adoc', target)).toString();
    const [explained, unknown, marked, last] = [
      ...page.matchAll(/<code class="language-\w+" data-lang="\w+">(.*?)<\/code>/gs),
    ].map(([, code]) => code);
    assert.equal(
      explained,
      '<span class="kw">def</span> f(x): <span class="co">#</span> <b class="conum">(1)</b>\n' +
        '    <span class="cf">return</span> <span class="st">&quot;&lt;b&gt;&quot;</span> <span class="co">#</span> <b class="conum">(2)</b>',
    );
    assert.equal(unknown, 'def');
    assert.equal(marked, '<strong>def</strong> f');
    assert.equal(last, '<span class="cf">if</span> x:');
    assert.match(page, /code span\.kw \{ color: #007020; font-weight: bold; \}/);
  }
});

const spread = `
import sys
from PIL import Image, ImageChops
red, _, blue = Image.open(sys.argv[1]).convert('RGB').split()
print(ImageChops.difference(red, blue).getextrema()[1])`;

test('highlights AsciiDoc code in colour in a pdf', async () => {
  const file = path.join(dir, 'code.pdf');
  await writeFile(file, await converted('[source,python]\n----\nx = "text"\n----\n', 'adoc', 'pdf'));
  assert.match(await outputOf('/usr/bin/pdftotext', [file, '-']), /^x = "text"$/m);
  await outputOf('/usr/bin/pdftoppm', ['-r', '72', '-png', '-singlefile', file, path.join(dir, 'code')]);
  // Strings in the code have the blue colour 4070a0.
  const found = Number(await outputOf('/usr/bin/python3', ['-c', spread, path.join(dir, 'code.png')]));
  assert.ok(found > 60, `colours differ by ${found}`);
});

const blocks = `\`\`\`cpp
a<b> && c;  "q"

  deep
\`\`\`

\`\`\`
first
  of two
\`\`\`

\`\`\`
second
\`\`\`

\`\`\`c
one();
\`\`\`

\`\`\`c
two();
\`\`\`

> [!TIP]
> Before
>
> \`\`\`sh
> echo hi
> \`\`\`
>
> - first
>   - nested
> - second
>
> Behind

Text
`;

for (const target of ['docx', 'odt'])
  test(`Markdown code blocks inside and outside alerts survive a conversion to ${target} and back`, async () => {
    const made = await converted(await converted(blocks, 'md', target), target, 'md');
    assert.equal(made.toString(), blocks);
  });

test('Markdown code blocks survive the conversions md → docx → odt → md', async () => {
  const code = blocks.slice(0, blocks.indexOf('> [!'));
  const text = await converted(await converted(code, 'md', 'docx'), 'docx', 'odt');
  assert.equal((await converted(text, 'odt', 'md')).toString().trimEnd(), code.trimEnd());
});

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';

for (const target of ['docx', 'odt'])
  test(`alt texts of Markdown pictures survive a conversion to ${target} and back`, async () => {
    const text = `A ![small & "red" picture](${pixel}) inside\n\n![Größe](${pixel})\n`;
    const made = await converted(await converted(text, 'md', target), target, 'md');
    assert.deepEqual(made.toString().match(/!\[[^\]]*\]/g), ['![small & "red" picture]', '![Größe]']);
  });
