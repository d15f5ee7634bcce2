/** Formulas of a PDF become TeX in Markdown and doc.json, and stay text in plain text and HTML. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onePage } from '../../hostile/bytes/pdf.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
});

const fonts = ['Times-Italic', 'Times-Roman']
  .map((name, n) => `/F${n + 1} << /Type /Font /Subtype /Type1 /BaseFont /${name} >>`)
  .join(' ');

const show = (font: 1 | 2, x: number, y: number, size: number, text: string) =>
  `BT /F${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

/** A page of running text with the formula of Pythagoras. */
const page = onePage(
  [
    ...[0, 1, 2].map((n) =>
      show(2, 60, 700 - 14 * n, 10, 'The harbour has many boats, and the tide is late.'),
    ),
    ...[show(1, 250, 600, 12, 'a'), show(2, 256, 605, 8, '2'), show(2, 264, 600, 12, '+')],
    ...[show(1, 275, 600, 12, 'b'), show(2, 281, 605, 8, '2'), show(2, 289, 600, 12, '=')],
    ...[show(1, 300, 600, 12, 'c'), show(2, 306, 605, 8, '2')],
  ].join('\n'),
  { page: `/Resources << /Font << ${fonts} >> >>` },
);

async function converted(target: string): Promise<string> {
  const { status, body, error } = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([page], 'a.pdf')],
      ['target', target],
    ],
  });
  assert.equal(status, 200, error.message);
  return body.toString();
}

test('writes a formula as TeX in Markdown and doc.json', async () => {
  assert.match(await converted('md'), /\$\$a\^\{2\} \+ b\^\{2\} = c\^\{2\}\$\$/);
  const { blocks } = JSON.parse(await converted('doc.json')) as { blocks: { kind: string; tex?: string }[] };
  assert.deepEqual(
    blocks.map(({ kind, tex }) => [kind, tex]),
    [
      ['paragraph', undefined],
      ['formula', 'a^{2} + b^{2} = c^{2}'],
    ],
  );
});

test('keeps a formula as text in plain text and HTML', async () => {
  assert.match(await converted('txt'), /^a2 \+ b2 = c2$/m);
  assert.match(await converted('html'), /<sup>2<\/sup>/);
});
