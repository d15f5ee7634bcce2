/** Mermaid diagrams of Markdown and web pages are drawn. Diagrams that cannot be drawn stay code, with a warning. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { outputOf } from '../../support/results/measure.ts';
import { post, startService, type Answer, type Service } from '../../support/server/service.ts';

let dir: string;
let service: Service;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-diagrams-'));
  service = await startService();
});

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

const convert = (text: string, source: string, target: string) =>
  convertFile(Buffer.from(text), source, target);

async function convertFile(content: Buffer, source: string, target: string): Promise<Answer> {
  const answer = await post(`${service.url}/api/convert`, [
    ['file', new File([new Uint8Array(content)], `page.${source}`)],
    ['target', target],
  ]);
  assert.equal(answer.status, 200, answer.error.message);
  return answer;
}

async function wordsOf({ body }: Answer): Promise<string> {
  const file = path.join(dir, 'page.pdf');
  await writeFile(file, body);
  return (await outputOf('/usr/bin/pdftotext', ['-layout', file, '-'])).replace(/\s+/g, ' ');
}

const warningsOf = ({ headers }: Answer) => headers.get('X-Conversion-Warnings');

const fenced = (...sources: string[]) =>
  sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join('\n');

const flowchart =
  'flowchart LR\n  A[Begin] -->|good| B[Ending]\n  style A fill:#ff0000\n  style B fill:#0000ff';

const indented = flowchart.replace(/^/gm, '   ');

/** Returns the number of pixels that have exactly this colour. */
async function count(picture: Buffer, colour: readonly number[]): Promise<number> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  let found = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if (colour.every((value, n) => pixels[at + n] === value)) found += 1;
  return found;
}

test('a PDF made from Markdown shows flowcharts, sequence diagrams, pie charts and Gantt charts', async () => {
  const made = await convert(
    fenced(
      flowchart,
      'sequenceDiagram\n  Alice->>Bob: Hello',
      'pie title Pets\n  "Dogs" : 75\n  "Cats" : 25',
      'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2024-01-01, 30d',
    ),
    'md',
    'pdf',
  );
  const words = await wordsOf(made);
  for (const word of ['Begin', 'good', 'Ending', 'Alice', 'Hello', '75%', 'Plan', 'Task'])
    assert.ok(words.includes(word), word);
  assert.doesNotMatch(words, /-->|sequenceDiagram|dateFormat/);
  assert.equal(warningsOf(made), null);
});

for (const [name, page] of Object.entries({
  'pre.mermaid': `<pre class="mermaid">${flowchart}</pre>`,
  'div.mermaid in a closed section': `<details><summary>x</summary><div class="mermaid">${flowchart}</div></details>`,
  'code.language-mermaid': `<pre><code class="language-mermaid">${flowchart}</code></pre>`,
}))
  test(`draws the diagram of a web page when the page is converted to png (element: ${name})`, async () => {
    const { body } = await convert(page, 'html', 'png');
    assert.ok((await count(body, [255, 0, 0])) > 1000, 'red box');
    assert.ok((await count(body, [0, 0, 255])) > 1000, 'blue box');
  });

test('html contains the diagrams of a Markdown document as SVG with text labels', async () => {
  const { body } = await convert(fenced(flowchart), 'md', 'html');
  const page = body.toString();
  const [, data = ''] = /<img[^>]*src="data:image\/svg\+xml;base64,([^"]*)"/.exec(page) ?? [];
  const svg = Buffer.from(data, 'base64').toString();
  assert.match(svg, />Begin</);
  assert.doesNotMatch(svg, /foreignObject|<style|<script/);
  assert.doesNotMatch(page, /--&gt;/);
});

for (const target of ['docx', 'odt', 'epub', 'pptx'])
  test(`draws diagrams when Markdown is converted to ${target}`, async () => {
    const made = await convert(fenced(flowchart), 'md', target);
    const file = path.join(dir, `page.${target}`);
    await writeFile(file, made.body);
    const drawing = await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.svg']);
    assert.match(drawing, />Begin</);
    // The colours are written as attributes, which all SVG renderers support.
    assert.match(drawing, /<rect [^>]*fill="rgb\(255, 0, 0\)"/);
    assert.equal(warningsOf(made), null);
  });

for (const target of ['txt', 'rst', 'org'])
  test(`keeps the source of a Markdown diagram as code in ${target}`, async () => {
    const made = await convert(fenced(flowchart), 'md', target);
    assert.match(made.body.toString(), /A\[Begin\] -->\|good\| B\[Ending\]/);
    assert.equal(warningsOf(made), null);
  });

test('keeps words in diagram labels whole when md is converted to odt and then to pdf', async () => {
  const labels = 'flowchart TD\n  A[Two words] -->|on an edge| B["First line<br/>and *second* line"]';
  const made = await convert(fenced(labels), 'md', 'odt');
  const words = await wordsOf(await convertFile(made.body, 'odt', 'pdf'));
  for (const line of ['Two words', 'on an edge', 'First line', 'line'])
    assert.ok(words.includes(line), words);
});

for (const block of ['[source,mermaid]', '[mermaid]'])
  test(`draws an AsciiDoc diagram marked with ${block} in html`, async () => {
    const text = `= Title\n\n${block}\n----\n${flowchart}\n----\n`;
    const made = await convert(text, 'adoc', 'html');
    const [, data = ''] =
      /<img[^>]*src="data:image\/svg\+xml;base64,([^"]*)"/.exec(made.body.toString()) ?? [];
    assert.match(Buffer.from(data, 'base64').toString(), />Begin</);
    assert.doesNotMatch(made.body.toString(), /--&gt;/);
    assert.equal(warningsOf(made), null);
  });

const mail = (body: string) =>
  `From: a@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64')}\r\n`;

for (const block of [
  `<pre><code class="language-mermaid">${flowchart}</code></pre>`,
  `<div class="mermaid">${flowchart}</div>`,
])
  test(`draws the diagram ${block.slice(0, 26)}… of an email message in PDF and docx, but not in html`, async () => {
    const printed = await convert(mail(block), 'eml', 'pdf');
    const words = await wordsOf(printed);
    assert.match(words, /Begin.*Ending/);
    assert.doesNotMatch(words, /-->/);
    assert.equal(warningsOf(printed), null);
    const document = await convert(mail(block), 'eml', 'docx');
    const file = path.join(dir, 'mail.docx');
    await writeFile(file, document.body);
    assert.match(await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.svg']), />Begin</);
    assert.equal(warningsOf(document), null);
    const page = await convert(mail(block), 'eml', 'html');
    assert.match(page.body.toString(), /flowchart LR/);
    assert.equal(warningsOf(page), 'diagrams_not_drawn');
  });

const notations: Readonly<Record<string, string>> = {
  html: `<pre><code class="language-mermaid">${flowchart}</code></pre><div class="mermaid">${flowchart}</div>`,
  rst: `.. code-block:: mermaid\n\n${indented}\n\n.. mermaid::\n\n${indented}\n`,
  org: `#+BEGIN_SRC mermaid\n${flowchart}\n#+END_SRC\n\n#+begin_src mermaid\n${flowchart}\n#+end_src\n`,
  adoc: `= x\n\n[source,mermaid]\n----\n${flowchart}\n----\n\n[mermaid]\n----\n${flowchart}\n----\n`,
  mediawiki: `<syntaxhighlight lang="mermaid">\n${flowchart}\n</syntaxhighlight>\n\n<source lang="mermaid">\n${flowchart}\n</source>\n`,
  md: `<pre class="mermaid">\n${flowchart}\n</pre>\n\n:::mermaid\n${flowchart}\n:::\n`,
  ipynb: JSON.stringify({
    cells: [{ cell_type: 'markdown', metadata: {}, source: fenced(flowchart, flowchart) }],
    ...{ metadata: {}, nbformat: 4, nbformat_minor: 5 },
  }),
};

for (const [source, text] of Object.entries(notations))
  test(`an EPUB from ${source} shows Mermaid diagrams in both notations of ${source}`, async () => {
    const made = await convert(text, source, 'epub');
    const file = path.join(dir, `${source}.epub`);
    await writeFile(file, made.body);
    const drawings = await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.svg']);
    assert.equal(drawings.match(/>Begin</g)?.length, 2);
    assert.equal(warningsOf(made), null);
  });

for (const target of ['docx', 'odt', 'pptx'])
  test(`draws a diagram from a web page in ${target}`, async () => {
    const made = await convert(`<div class="mermaid">${flowchart}</div>`, 'html', target);
    const file = path.join(dir, `web.${target}`);
    await writeFile(file, made.body);
    assert.match(await outputOf('/usr/bin/bsdtar', ['-xOf', file, '*.svg']), />Begin</);
    assert.equal(warningsOf(made), null);
  });

test('stores diagrams as PNG in RTF and FictionBook', async () => {
  const rtf = (await convert(fenced(flowchart), 'md', 'rtf')).body.toString('latin1');
  const [, hex = ''] = /\\pngblip[^ ]* ([0-9a-f\s]+)/.exec(rtf) ?? [];
  assert.ok((await count(Buffer.from(hex.replace(/\s/g, ''), 'hex'), [255, 0, 0])) > 1000);
  const book = (await convert(fenced(flowchart), 'md', 'fb2')).body.toString();
  const [, data = ''] = /<binary[^>]*image\/png[^>]*>([^<]*)/.exec(book) ?? [];
  assert.ok((await count(Buffer.from(data, 'base64'), [255, 0, 0])) > 1000);
});

test('does not draw code that only shows how to write a diagram', async () => {
  const shown = '```html\n<div class="mermaid">A --> B</div>\n```\n';
  const made = await convert(shown, 'md', 'txt');
  assert.match(made.body.toString(), /<div class="mermaid">A --> B<\/div>/);
});

test('two conversions of the same Markdown with diagrams produce identical PDFs', async () => {
  const text = fenced(flowchart, 'gantt\n  dateFormat YYYY-MM-DD\n  Task :a1, 2020-01-01, 9999d');
  const [first, second] = [await convert(text, 'md', 'pdf'), await convert(text, 'md', 'pdf')];
  assert.ok(first.body.equals(second.body));
});

test('keeps an invalid diagram as a code block and warns', async () => {
  const made = await convert(fenced('this is no diagram', flowchart), 'md', 'pdf');
  const words = await wordsOf(made);
  assert.match(words, /this is no diagram/);
  assert.match(words, /Begin/);
  assert.equal(warningsOf(made), 'diagrams_not_drawn');
});

test('converts a document with hostile or too large diagrams without running their scripts', async () => {
  const script = '<img src=x onerror=document.body.remove()><script>document.body.remove()</script>';
  const hostile = [
    `%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["${script}Safe"]\n  click A call alert()`,
    `flowchart LR\n${Array.from({ length: 2_000 }, (_, n) => `  A${n} --> A${(n * 7) % 2_000}`).join('\n')}`,
    `flowchart LR\n  ${'A['.repeat(20_000)}`,
  ];
  const made = await convert(`${fenced(...hostile)}\nAfterwards`, 'md', 'pdf');
  const words = await wordsOf(made);
  assert.match(words, /Safe/);
  assert.match(words, /Afterwards/);
  assert.equal(warningsOf(made), 'diagrams_not_drawn');
});

test('writes class diagrams without transparent colours, because such colours hide arrowheads in LibreOffice', async () => {
  const { body } = await convert(fenced('classDiagram\n  Animal <|-- Duck'), 'md', 'odt');
  const file = path.join(dir, 'class.odt');
  await writeFile(file, body);
  const drawing = await outputOf('/usr/bin/bsdtar', ['-xOf', file, 'Pictures/0.svg']);
  assert.match(drawing, /<marker [^>]*extensionStart-margin[^>]*fill="none"/);
  assert.doesNotMatch(drawing, /(?:fill|stroke)="rgba\([^"]*, 0\)"/);
});

for (const [source, text] of Object.entries({
  md: fenced(flowchart),
  html: `<pre class="mermaid">\n${flowchart}\n</pre>`,
  org: `#+begin_src mermaid\n${flowchart}\n#+end_src\n`,
}))
  test(`a docx from ${source} contains each diagram both as SVG and as PNG`, async () => {
    const { body } = await convert(text, source, 'docx');
    const file = path.join(dir, `drawn-${source}.docx`);
    await writeFile(file, body);
    const names = await outputOf('/usr/bin/bsdtar', ['-tf', file, 'word/media/*']);
    assert.match(names, /\.svg$/m);
    assert.match(names, /\.png$/m);
  });
