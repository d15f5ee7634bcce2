/**
 * Web pages look as in a browser. Scripts run for a limited time, and a page can read only the files of its archive.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { outputOf, pdfInfo, size, textOfPages } from '../../support/results/measure.ts';
import { post, startService, type Answer, type Service } from '../../support/server/service.ts';

let dir: string;
let service: Service;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-pages-'));
  service = await startService();
});

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

interface Converted extends Answer {
  /** The path of the converted file. */
  file: string;
}

async function convert(
  page: string,
  target: string,
  options: Readonly<Record<string, string>> = {},
  source = 'html',
): Promise<Converted> {
  const answer = await post(`${service.url}/api/convert`, [
    ['file', new File([page], `page.${source}`)],
    ['target', target],
    ...Object.entries(options),
  ]);
  assert.equal(answer.status, 200, answer.error.message);
  const file = path.join(dir, `page.${target}`);
  await writeFile(file, answer.body);
  return { ...answer, file };
}

const warningsOf = ({ headers }: Answer) => headers.get('X-Conversion-Warnings');

test('prints what the scripts of a web page write in the first 5 seconds of simulated time', async () => {
  const made = await convert(
    `<p>a<script>document.write('b'); setTimeout(() => document.body.append('c'), 4000);
      alert(1); window.open('about:blank'); location = 'http://page.invalid/elsewhere'</script>`,
    'pdf',
  );
  assert.match(await textOfPages(made.file), /ab\s*c/);
  assert.equal(warningsOf(made), null);
});

test('if a script does not end, prints the web page without scripts and warns', async () => {
  const made = await convert('<p>before<script>for (;;);</script><p>after', 'pdf');
  assert.match(await textOfPages(made.file), /before\s+after/);
  assert.equal(warningsOf(made), 'scripts_stopped');
});

test('warns about missing files of a web page, and prints the page without these files', async () => {
  for (const asset of ['<img src="logo.png">', '<link rel="stylesheet" href="http://127.0.0.1:9/a.css">']) {
    const made = await convert(`<head>${asset}<p>text`, 'pdf');
    assert.match(await textOfPages(made.file), /text/);
    assert.equal(warningsOf(made), 'asset_missing', asset);
  }
});

test('keeps the external links of a web page in the pdf, and removes links to other local files', async () => {
  const made = await convert(
    '<p><a href="http://example.org/x">out</a> <a href="other.html">beside</a> <a href="#here">in</a><h2 id="here">x</h2>',
    'pdf',
  );
  const links = await outputOf('/usr/bin/pdfinfo', ['-url', made.file]);
  assert.deepEqual(links.match(/http\S+/g), ['http://example.org/x']);
});

test('does not let the frames and scripts of a web page read local files', async () => {
  const made = await convert(
    `<p>begin<iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object>
     <iframe src="../../../../etc/passwd"></iframe><iframe src="%2fetc%2fpasswd"></iframe><p id="end">end
     <script>fetch('file:///etc/passwd').then((r) => r.text()).then((t) => document.body.append(t))</script>`,
    'pdf',
  );
  const text = await textOfPages(made.file);
  assert.match(text, /begin[^]*end/);
  assert.doesNotMatch(text, /nobody|root/);
});

test('draws a web page as one picture, or as printed pages if a paper size is requested', async () => {
  const page = '<body style="margin: 0"><div style="height: 3000px">top</div>end';
  assert.match(await size((await convert(page, 'png')).file), /^794x30\d\d$/);
  assert.match(await size((await convert(page, 'jpg', { dpi: '48' })).file), /^397x15\d\d$/);
  const paged = await convert('<p>x', 'png', { paper: 'a5', dpi: '72' });
  assert.equal(await size(paged.file), '420x595');
});

test('splits a web page that is too tall for one picture into several pictures in a zip', async () => {
  const made = await convert('<div style="height: 20000px">top</div>end', 'png', { dpi: '36' });
  assert.match(made.headers.get('Content-Disposition') ?? '', /\.png"/);
  const many = await convert('<div style="height: 46000px">top</div>end', 'png', { dpi: '36' });
  assert.match(many.headers.get('Content-Disposition') ?? '', /\.zip"/);
});

test('prints a web page in the requested paper size, or by default in the size that the page declares', async () => {
  const page = '<style>@page { size: 300pt 400pt }</style><p>x';
  assert.match(await pdfInfo((await convert(page, 'pdf')).file), /Page size: +300 x 400(\.\d+)? pts/);
  const asked = await convert(page, 'pdf', { paper: 'letter' });
  assert.match(await pdfInfo(asked.file), /Page size: +612 x 792 pts/);
});

test('prints a web page that uses CSS footnotes with WeasyPrint, because browsers do not support CSS footnotes', async () => {
  const page = '<style>.n { float: footnote }</style><h1>x</h1><p>text<span class="n">a note</span>';
  assert.match(await pdfInfo((await convert(page, 'pdf')).file), /Producer: +WeasyPrint/);
  assert.match(await pdfInfo((await convert('<p>x', 'pdf')).file), /Producer: +Skia/);
});

test('reads an xhtml file that is not valid XML as HTML', async () => {
  const made = await convert('<html><body><p>one<br>two</body></html>', 'pdf', {}, 'xhtml');
  assert.match(await textOfPages(made.file), /one\s+two/);
});

test('lays out a Markdown paragraph that begins in Hebrew from right to left', async () => {
  const made = await convert('Latin first\n\nשלום: end\n', 'pdf', {}, 'md');
  const words = await outputOf('/usr/bin/pdftotext', ['-bbox', made.file, '-']);
  const endOf = (word: string) => Number(new RegExp(`xMax="([\\d.]+)"[^>]*>${word}<`).exec(words)?.[1]);
  assert.ok(endOf('end') > endOf('Latin') + 300, words);
});

const columns = Array.from({ length: 16 }, (_, n) => `value_number_${n}`);

for (const [name, page, source] of [
  [
    'a web page',
    `<table style="display: block; overflow-x: auto"><tr>${columns.map((word) => `<td>${word}`).join('')}</table>`,
    'html',
  ],
  ['Markdown', `| ${columns.join(' | ')} |\n${'|---'.repeat(16)}|\n| ${'a | '.repeat(16)}\n`, 'md'],
] as const)
  test(`prints all columns of a wide table from ${name}`, async () => {
    const { file } = await convert(page, 'pdf', {}, source);
    const words = (await outputOf('/usr/bin/pdftotext', ['-raw', file, '-'])).replace(/\s+/g, '');
    for (const word of columns) assert.ok(words.includes(word), word);
  });

test('scales a wide table to fit between its @page margins, even if the @page rule is inside @media print', async () => {
  const table = `<p>Paragraph</p><table><tr>${columns
    .slice(0, 7)
    .map((word) => `<td>${word}`)
    .join('')}</table>`;
  const widthWith = async (style: string) => {
    const { file } = await convert(`<style>${style}</style>${table}`, 'pdf');
    const words = await outputOf('/usr/bin/pdftotext', ['-bbox', file, '-']);
    const [, start, end] = /xMin="([\d.]+)"[^>]*xMax="([\d.]+)"[^>]*>Paragraph</.exec(words) ?? [];
    assert.ok(end, words);
    return Number(end) - Number(start);
  };
  const margin = '@page { margin: 6cm }';
  assert.equal(await widthWith(`@media print { ${margin} }`), await widthWith(margin));
});

test('wraps long lines of code when a web page or Markdown is converted to pdf', async () => {
  const lines = `<style>pre { white-space: pre; overflow: auto }</style><pre><code>${'x'.repeat(300)}</code></pre>`;
  const markdown = `\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n`;
  for (const [page, source] of [
    [lines, 'html'],
    [markdown, 'md'],
  ] as const) {
    const { file } = await convert(page, 'pdf', {}, source);
    const printed = await outputOf('/usr/bin/pdftotext', [
      '-cropbox',
      '-x',
      '0',
      '-y',
      '0',
      '-W',
      '590',
      '-H',
      '840',
      file,
      '-',
    ]);
    assert.ok(printed.split('\n').filter((line) => line.startsWith('xxxxxx')).length > 2, source);
  }
});

test('a picture of a web page shows all columns of a horizontally scrollable table', async () => {
  const cells = columns.map((name) => `<td>${name}</td>`).join('');
  const page = `<table style="display: block; overflow-x: auto"><tr>${cells}<td style="background: #f00">last</td></tr></table>`;
  const { body } = await convert(page, 'png');
  const { channels } = await sharp(body).removeAlpha().stats();
  assert.ok((channels[0]?.mean ?? 0) > (channels[1]?.mean ?? 0), 'the last cell is red');
});
