/** Arabic and Hebrew text in a PDF is extracted in reading order, even if it contains numbers and Latin words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

const arabic = 'مرحبا بالعالم، هذا نص عربي مع رقم 2024 وكلمة Protean في الوسط.';
const hebrew = 'שלום עולם, זה טקסט בעברית עם 15 מספרים.';
const page = `<!DOCTYPE html><meta charset=utf-8><body dir=rtl><h1>تقرير السنة</h1><p>${arabic}</p><p>${hebrew}</p>`;

let app: TestApp;
let customer: Customer;
let pdf: Buffer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
  pdf = await convert('page.html', Buffer.from(page), 'pdf');
});

after(() => app.close());

async function convert(name: string, bytes: Buffer, target: string): Promise<Buffer> {
  const fields: [string, File | string][] = [
    ['file', new File([bytes], name)],
    ['target', target],
  ];
  const { status, body, error } = await ask(app, '/v1/convert', customer, { fields });
  assert.equal(status, 200, error.message);
  return body;
}

for (const target of ['txt', 'md', 'html', 'docx']) {
  test(`converts Arabic and Hebrew text of a pdf to ${target} in reading order`, async () => {
    const result = await convert('page.pdf', pdf, target);
    const text = (target === 'docx' ? await convert('page.docx', result, 'txt') : result).toString();
    for (const line of ['تقرير السنة', arabic, hebrew])
      assert.ok(text.replace(/\s+/g, ' ').includes(line), text.slice(-600));
  });
}
