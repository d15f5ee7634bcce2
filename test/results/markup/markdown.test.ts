/** Markdown results are clean: headings, lists, links and pipe tables, without HTML, attributes or page navigation. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { python, run } from '../../samples/run.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;
let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-markdown-'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function converted(
  file: string,
  options: Readonly<Record<string, string>> = {},
): Promise<{ body: Buffer; type: string | undefined }> {
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([await readFile(file)], path.basename(file))],
      ['target', 'md'],
      ...Object.entries(options),
    ],
  });
  assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
  return { body: answer.body, type: answer.headers.get('content-type') ?? undefined };
}

const markdown = async (...asked: Parameters<typeof converted>) =>
  (await converted(...asked)).body.toString();

async function written(name: string, content: string): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, content);
  return file;
}

/** A picture of one pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('converts HTML tables with merged cells, lists or two header rows to pipe tables in Markdown', async () => {
  const file = await written(
    'tables.html',
    `<table><caption>Tides</caption><thead>
       <tr><th rowspan="2">Day</th><th colspan="2">Water</th></tr><tr><th>High</th><th>Low</th></tr></thead><tbody>
       <tr><td rowspan="2">Monday</td><td>6:10</td><td><ul><li>0:05</li><li>12:20</li></ul></td></tr>
       <tr><td><p>18:40</p><p>late</p></td><td></td></tr>
       <tr><td colspan="3">No ferry on Sunday</td></tr></tbody></table>
     <table><tr><td><h2>Beside the page</h2><p>Text of a layout.</p></td><td><p>More of it.</p></td></tr></table>`,
  );
  const text = await markdown(file);
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' '));
  assert.ok(lines.includes('| Day | Water / High | Water / Low |'), text);
  assert.ok(lines.includes('| Monday | 6:10 | • 0:05<br>• 12:20 |'), text);
  assert.ok(lines.includes('| Monday | 18:40<br>late | |'), text);
  assert.ok(lines.includes('| No ferry on Sunday | | |'), text);
  assert.match(text, /^Tides$/m);
  assert.match(text, /^## Beside the page\n\nText of a layout\.\n\nMore of it\.$/m);
  assert.doesNotMatch(text, /<(?!br>)/);
});

test('writes a picture in a merged cell to only one of the resulting Markdown cells', async () => {
  const file = await written(
    'chart.html',
    `<table><tr><td>January</td><td>7</td><td></td></tr><tr><td>February</td><td>2</td><td></td></tr>
       <tr><td></td><td colspan="2" rowspan="2"><img alt="chart" src="${dot}"></td></tr>
       <tr><td>after</td></tr></table>`,
  );
  const text = await markdown(file);
  assert.equal(text.split('![chart]').length - 1, 1, text);
  assert.match(text, /\| after +\|/);
});

test('keeps only the article of a web page in Markdown, and warns that the rest is omitted', async () => {
  const story = '<p>The ferry leaves at ten and comes back before the evening.</p>'.repeat(8);
  const file = await written(
    'page.html',
    `<nav><a href="/">Home</a></nav><h1>Ferries</h1><main>${story}</main><footer>Imprint</footer>`,
  );
  const content = new File([await readFile(file)], 'page.html');
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', content],
      ['target', 'md'],
    ],
  });
  assert.equal(answer.headers.get('x-conversion-warnings'), 'around_left_out');
  const text = answer.body.toString();
  assert.match(text, /^# Ferries\n\nThe ferry/);
  assert.doesNotMatch(text, /Home|Imprint/);
});

test('removes attributes, anchors, styles and empty elements of a web page from Markdown', async () => {
  const file = await written(
    'noise.html',
    `<h1 id="start" class="x"><b>Start<a name="_Toc1"></a></b></h1>
     <p class="MsoNormal"><span style="color:red">Red</span> and <u>underlined</u>, <a href="#start" class="k">to the start</a>,
     <a href="#gone">to nowhere</a>, <a href="https://example.org/a" title="t">out</a><a href="#start"></a>.<b> </b></p>
     <p>&nbsp;</p><ul><li><p>one</p></li><li><p>two</p><ul><li><p>deep</p></li></ul></li><li></li></ul>
     <pre class="calibre7">plain</pre><pre><code class="language-python">x = 1</code></pre><svg><text>drawn</text></svg>`,
  );
  assert.equal(
    await markdown(file, { images: 'none' }),
    `# Start

Red and underlined, [to the start](#start), to nowhere, [out](https://example.org/a).

- one
- two
  - deep

\`\`\`
plain
\`\`\`

\`\`\`python
x = 1
\`\`\`

drawn
`,
  );
});

test('keeps footnotes, formulas and captions of a docx document in Markdown', async () => {
  const file = path.join(dir, 'report.docx');
  const source = `# Report\n\nWater[^1] is $H_2O$.\n\n[^1]: See the map.\n\n![The harbour](${dot})\n`;
  await run('/usr/bin/pandoc', ['-f', 'markdown', '-o', file], { input: source });
  const text = await markdown(file, { images: 'none' });
  assert.match(text, /^Water\[\^1\] is \$H_\{2\}O\$\.$/m);
  assert.match(text, /^\[\^1\]: See the map\.$/m);
  assert.match(text, /^The harbour$/m);
  assert.doesNotMatch(text, /!\[|data:/);
});

test('stores a repeated picture once in the zip with the Markdown, and creates no zip if a page has no pictures', async () => {
  const file = await written(
    'pictures.html',
    `<p>One</p><img alt="a" src="${dot}"><img alt="b" src="${dot}">`,
  );
  const { body, type } = await converted(file, { images: 'files' });
  assert.equal(type, 'application/zip');
  const zip = path.join(dir, 'pictures.zip');
  await writeFile(zip, body);
  const names = (await run('/usr/bin/bsdtar', ['-tf', zip])).stdout.toString().trim().split('\n');
  assert.deepEqual(names, ['pictures.md', 'images/image-1.png']);
  const text = (await run('/usr/bin/bsdtar', ['-xOf', zip, 'pictures.md'])).stdout.toString();
  assert.match(text, /!\[a\]\(images\/image-1\.png\)/);
  assert.match(text, /!\[b\]\(images\/image-1\.png\)/);
  const bare = await converted(await written('bare.html', '<p>Nothing to see.</p>'), { images: 'files' });
  assert.match(bare.type ?? '', /^text\/markdown/);
});

test('keeps headings, lists, tables and speaker notes of a presentation in Markdown', async () => {
  const file = path.join(dir, 'slides.pptx');
  const source =
    '# First\n\n- point\n\n::: notes\nSpeak slowly.\n:::\n\n# Second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  await run('/usr/bin/pandoc', ['-f', 'markdown', '-o', file], { input: source });
  const text = await markdown(file);
  assert.match(text, /^#+ First$/m);
  assert.match(text, /^- point$/m);
  assert.match(text, /^> Notes:\n>\n> Speak slowly\.$/m);
  assert.match(text.replace(/ +/g, ' '), /^\| a \| b \|$/m);
});

test('writes each sheet of a workbook to Markdown as a heading and the text and tables of its displayed values', async () => {
  const file = path.join(dir, 'book.xlsx');
  const write = `
import openpyxl, sys
book = openpyxl.Workbook()
one, two = book.active, book.create_sheet('Crew & Co')
one.title = 'Fares'
for row in (['Fare', 'Share'], [1234.5, 0.25], ['=A2*2', None], [None, None], ['end', None]):
    one.append(row)
one['A2'].number_format, one['B2'].number_format = '#,##0.00', '0%'
one['ZZ1'] = ''
two['C3'], two['D3'], two['C4'], two['D4'] = 'Name', 'Code', 'Ada', '007'
book.save(sys.argv[1])
`;
  await python(write, [file], '');
  const lines = (await markdown(file)).split('\n').map((line) => line.replace(/ +/g, ' '));
  assert.deepEqual(
    lines.filter((line) => line && !/^\|[-:| ]+\|$/.test(line)),
    ['# Fares', '| Fare | Share |', '| 1,234.50 | 25% |', '| 2469 | |', 'end'].concat([
      '# Crew & Co',
      '| Name | Code |',
      '| Ada | 007 |',
    ]),
  );
});

test('writes the fields of a csv file to Markdown without changing numbers or dates', async () => {
  const text = await markdown(await written('codes.csv', 'code,day\n007,2024-01-05\n12,1e3\n'));
  assert.equal(text.split('\n').slice(2).join('\n'), '| 007 | 2024-01-05 |\n| 12 | 1e3 |\n');
});

test('converts the footnotes of a web page and of a pdf to Markdown footnotes', async () => {
  const page = await written(
    'notes.html',
    `<p>Low at noon.<sup><a href="#n1">*</a></sup> High<a role="doc-noteref" href="#n2">2</a> later.</p><p>The end.</p>
     <div class="footnotes"><hr><ol><li id="n1">At the <em>pier</em>. <a class="footnote-backref" href="#r1">back</a></li>
     <li id="n2"><p>By two hours.</p></li><li id="n3"><p>Nothing leads here.</p></li></ol></div>`,
  );
  assert.equal(
    await markdown(page),
    'Low at noon.[^1] High[^2] later.\n\nThe end.\n\nNothing leads here.\n\n' +
      '[^1]: At the *pier*.\n\n[^2]: By two hours.\n',
  );
  const [source, print] = [path.join(dir, 'notes.docx'), path.join(dir, 'notes.pdf')];
  const text = `The tide is low at noon.[^a] It turns,[^b] and the water rises by 3 m^2^ a day.\n\n[^a]: At the *pier*.\n[^b]: By two hours.\n`;
  await run('/usr/bin/pandoc', ['-f', 'markdown', await written('notes.md', text), '-o', source]);
  const profile = `-env:UserInstallation=file://${dir}/profile`;
  await run('/usr/bin/soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', dir, source]);
  assert.equal(
    await markdown(print),
    'The tide is low at noon.[^1] It turns,[^2] and the water rises by 3 m<sup>2</sup> a day.\n\n' +
      '[^1]: At the *pier*.\n\n[^2]: By two hours.\n',
  );
});

test('writes the values of a pdf form next to their labels in Markdown', async () => {
  const file = path.join(dir, 'form.pdf');
  const fill = `
import sys
from pikepdf import Array, Dictionary, Name, Pdf, String
pdf = Pdf.new()
page = pdf.add_blank_page(page_size=(400, 400))
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
page.obj.Resources = Dictionary(Font=Dictionary(F1=font))
page.obj.Contents = pdf.make_stream(b'BT /F1 12 Tf 40 350 Td (Harbour:) Tj 0 -40 Td (Flag:) Tj ET')
def field(name, box, kind, **more):
    look = dict(Type=Name.Annot, Subtype=Name.Widget, P=page.obj, F=4, DA=String('/F1 12 Tf 0 g'))
    return pdf.make_indirect(Dictionary(FT=kind, T=String(name), Rect=Array(box), **look, **more))
fields = Array([
    field('harbour', [120, 345, 320, 362], Name.Tx, V=String('Valparaiso')),
    field('flag', [120, 305, 320, 322], Name.Ch, Ff=1 << 17, Opt=Array([String('Chile'), String('Peru')]), V=String('Peru')),
])
page.obj.Annots = fields
pdf.Root.AcroForm = Dictionary(Fields=fields, NeedAppearances=True, DR=Dictionary(Font=Dictionary(F1=font)))
pdf.save(sys.argv[1])
`;
  await python(fill, [file]);
  assert.equal(await markdown(file), 'Harbour: Valparaiso\n\nFlag: Peru\n');
});
