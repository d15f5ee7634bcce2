/** Limits for malicious files do not affect large documents, such as a thesis with listings and tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdf } from '../../hostile/bytes/pdf.ts';
import { post } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture({ SANDBOX: 'required' });

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const words =
  'The measured values agree with the model of the previous chapter, as the figure shows. '.repeat(5);

const thesis = lines(
  250,
  (n) =>
    `# Chapter ${n}\n\n${words}**bold** [link](https://example.org)[^${n}]\n\n[^${n}]: See *there*.\n\n- a\n  - b\n\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(10)}\n:::: note\n${words}\n::::\n`,
);
const program = `<script>${'if (a<b && c>d) table({columns: 500});\n'.repeat(2000)}</script>`;
const page = `<!DOCTYPE html><html><head><title>x</title>${program}</head><body>${'<!-- <div> -->'.repeat(1500)}${lines(400, () => `<h2>x</h2><p>${words}</p>`)}</body></html>`;
const manual = `<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>x</title>${lines(300, () => `<programlisting><![CDATA[${'List<String> x;\n'.repeat(5)}]]></programlisting>`)}</article>`;

const rows: readonly [what: string, ext: string, to: string, text: string][] = [
  ['a thesis', 'md', 'html', thesis],
  ['a page with programs and comments', 'html', 'docx', page],
  ['a manual with listings', 'docbook', 'md', manual],
];

for (const [what, ext, to, text] of rows) {
  test(`converts ${what} from ${ext} to ${to}`, async () => {
    const form = [
      ['file', new File([text], `in.${ext}`)],
      ['target', to],
    ] as const;
    const { status, error } = await post(`${service.url}/api/convert`, form);
    assert.equal(status, 200, error?.message);
  });
}

const cell = (row: number, column: number) =>
  `<table:table-cell office:value-type="string"><text:p>row ${row}, ${column}</text:p></table:table-cell>`;
const workbook = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Measured">
${lines(8_000, (n) => `<table:table-row>${lines(10, (column) => cell(n, column))}</table:table-row>`)}
</table:table></office:spreadsheet></office:body></office:document>`;

test('converts all 8,000 rows of a workbook with 80,000 cells to Markdown', async () => {
  const { status, error, body } = await post(`${service.url}/api/convert`, [
    ['file', new File([workbook], 'in.fods')],
    ['target', 'md'],
  ]);
  assert.equal(status, 200, error?.message);
  const table = body
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('|'));
  assert.equal(table.length, 8_001);
  assert.match(table.at(-1) ?? '', /^\| row 7999, 0 \|.*\| row 7999, 9 \|$/);
});

test('converts a pdf of 600 pages to text, including the last page', async () => {
  const count = 600;
  const line = (page: number, n: number) =>
    `(Line ${n} of page ${page} says what the others say, in as many words as a line has room for.) Tj T*`;
  const book = pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${lines(count, (n) => `${4 + 2 * n} 0 R`)}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    ...Array.from({ length: count }, (_, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      { head: '', stream: `BT /F 11 Tf 14 TL 60 770 Td ${lines(48, (n) => line(page, n))} ET` },
    ]).flat(),
  ]);
  const { status, error, body } = await post(`${service.url}/api/convert`, [
    ['file', new File([book], 'in.pdf')],
    ['target', 'txt'],
  ]);
  assert.equal(status, 200, error?.message);
  assert.match(body.toString(), /Line 47 of page 599 says/);
});
