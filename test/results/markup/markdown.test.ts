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

/** Removes the spaces and dashes that align columns. */
const compact = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');

/** A picture of one pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('converts HTML tables with merged cells, lists or two header rows to pipe tables', async () => {
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

test('writes the picture of a merged cell to only one Markdown cell', async () => {
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

test('keeps only the article of a web page in Markdown, and warns about the omitted text', async () => {
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

test('removes HTML attributes, anchors, styles and empty elements from Markdown', async () => {
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

test('stores a repeated picture only once in the Markdown zip', async () => {
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

test('writes each sheet of a workbook to Markdown under a heading', async () => {
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

test('converting csv to Markdown does not change numbers or dates', async () => {
  const text = await markdown(await written('codes.csv', 'code,day\n007,2024-01-05\n12,1e3\n'));
  assert.equal(text.split('\n').slice(2).join('\n'), '| 007 | 2024-01-05 |\n| 12 | 1e3 |\n');
});

test('converts footnotes of web pages and PDFs to Markdown footnotes', async () => {
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

test('keeps the columns of a table if a row header spans several rows', async () => {
  const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`;
  const th = (text: string, span = 1) => `<th rowspan="${span}">${text}</th>`;
  const td = (text: string) => `<td>${text}</td>`;
  const rows = [row(td('Mon'), td('6.1')), row(td('Tue'), td('6.3'))].join('');
  const page = `<table>${row(th('Week'), th('Day'), th('High'))}${row(th('48', 3))}${rows}</table>`;
  const expected = '| Week | Day | High |\n|---|---|---|\n| 48 | Mon | 6.1 |\n| 48 | Tue | 6.3 |\n';
  assert.equal(compact(await markdown(await written('headers.html', page))), expected);
  const twice = `<table>${row(th('Day', 2), '<th colspan="2">Water</th>')}${row(th('High'), th('Low'))}${row(td('Mon'), td('6'), td('1'))}</table>`;
  assert.match(
    await markdown(await written('heads.html', twice)),
    /^\| Day +\| Water \/ High +\| Water \/ Low +\|$/m,
  );
});

test('keeps data tables whose cells contain headings or tables', async () => {
  const page = `<table><tr><td><h2>A</h2></td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>
    <p>Then</p>
    <table><tr><th>C</th><th>D</th></tr>
    <tr><td><table><tr><td>3</td><td>4</td></tr><tr><td>5</td><td>6</td></tr></table></td><td>7</td></tr></table>`;
  assert.equal(
    compact(await markdown(await written('cells.html', page))),
    '| A | B |\n|---|---|\n| 1 | 2 |\n\nThen\n\n| C | D |\n|---|---|\n| 3 4<br>5 6 | 7 |\n',
  );
});

test('writes Word formulas as simple TeX', async () => {
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const italic = (text: string) => `<m:r><m:rPr><m:sty m:val="i"/></m:rPr><m:t>${text}</m:t></m:r>`;
  const formula = (...content: string[]) => `<m:oMath>${content.join('')}</m:oMath>`;
  const choose = `<m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${run('n')}</m:num><m:den>${run('k')}</m:den></m:f></m:e></m:d>`;
  const body = [
    formula(run('a=b')) + formula(run('c=d')),
    formula(italic('x – y'), italic('2')),
    formula(choose),
  ]
    .map((one) => `<w:p>${one}</w:p>`)
    .join('');
  const pack = `
import sys, zipfile
office = 'http://schemas.openxmlformats.org/'
with zipfile.ZipFile(sys.argv[1], 'w') as docx:
    docx.writestr('[Content_Types].xml', f'<Types xmlns="{office}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
    docx.writestr('_rels/.rels', f'<Relationships xmlns="{office}package/2006/relationships"><Relationship Id="a" Type="{office}officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
    docx.writestr('word/document.xml', f'<w:document xmlns:w="{office}wordprocessingml/2006/main" xmlns:m="{office}officeDocument/2006/math"><w:body>{sys.argv[2]}</w:body></w:document>')
`;
  const file = path.join(dir, 'formulas.docx');
  await python(pack, [file, body]);
  const text = await markdown(file);
  assert.match(text, /^\$a = b\$ \$c = d\$$/m);
  assert.match(text, /^\$x ?- ?y ?2\$$/m);
  assert.doesNotMatch(text, /\\frac/);
  assert.match(text, /matrix\}\s*n\s*\\\\\s*k/);
});

/** Makes an OpenDocument text from the XML of its body. */
async function openDocument(name: string, body: string): Promise<string> {
  const names = ['office', 'text', 'table', 'style']
    .map((one) => `xmlns:${one}="urn:oasis:names:tc:opendocument:xmlns:${one}:1.0"`)
    .join(' ');
  const content = `<office:document-content ${names}><office:automatic-styles>
<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>
</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const pack = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as odt:
    odt.writestr('mimetype', 'application/vnd.oasis.opendocument.text')
    odt.writestr('content.xml', sys.argv[2])
    odt.writestr('styles.xml', '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>')
    odt.writestr('META-INF/manifest.xml', '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>')
`;
  const file = path.join(dir, name);
  await python(pack, [file, content]);
  return file;
}

const odtCell = (content: string, spans = '') => `<table:table-cell${spans}>${content}</table:table-cell>`;
const odtRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const odtTable = (columns: number, ...rows: string[]) =>
  `<table:table><table:table-column table:number-columns-repeated="${columns}"/>${rows.join('')}</table:table>`;
const odtText = (text: string) => `<text:p>${text}</text:p>`;

test('keeps lists, headings and tables in the cells of OpenDocument tables', async () => {
  const list = (style: string, ...items: string[]) =>
    `<text:list text:style-name="${style}">${items.map((one) => `<text:list-item>${odtText(one)}</text:list-item>`).join('')}</text:list>`;
  const inner = odtTable(2, odtRow(odtCell(odtText('Mon')), odtCell(odtText('6.1'))));
  const heading = '<text:h text:outline-level="2">Harbour</text:h>';
  const table = odtTable(
    2,
    odtRow(odtCell(odtText('Boats:') + list('B', 'Gull', 'Tern')), odtCell(heading)),
    odtRow(odtCell(odtText('Steps:') + list('N', 'Moor', 'Pay')), odtCell(inner)),
  );
  assert.equal(
    compact(await markdown(await openDocument('cells.odt', table))),
    '| Boats:<br>• Gull<br>• Tern | Harbour |\n|---|---|\n| Steps:<br>1. Moor<br>2. Pay | Mon 6.1 |\n',
  );
});

test('keeps the columns of OpenDocument tables with merged cells', async () => {
  const covered = '<table:covered-table-cell/>';
  const spans = (kind: string) => ` table:number-${kind}-spanned="2"`;
  const table = odtTable(
    3,
    odtRow(odtCell(odtText('Water'), spans('columns')), covered, odtCell(odtText('Day'))),
    odtRow(odtCell(odtText('High'), spans('rows')), odtCell(odtText('6.1')), odtCell(odtText('Mon'))),
    odtRow(covered, odtCell(odtText('6.3')), odtCell(odtText('Tue'))),
  );
  const file = await openDocument('merged.odt', table);
  assert.equal(
    compact(await markdown(file)),
    '| Water | Water | Day |\n|---|---|---|\n| High | 6.1 | Mon |\n| High | 6.3 | Tue |\n',
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
