/** What people write is converted although it is large: bounds that stop traps leave a thesis, its listings and tables alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post } from '../support/service.ts';
import { serviceFixture } from '../support/fixtures.ts';

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
  test(`${what} in ${ext} becomes ${to}`, async () => {
    const form = [
      ['file', new File([text], `in.${ext}`)],
      ['target', to],
    ] as const;
    const { status, error } = await post(`${service.url}/api/convert`, form);
    assert.equal(status, 200, error?.message);
  });
}
