/** Pages that show something but hold no text are told as such; blank ones are sound, and give an empty text. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { run } from '../samples/run.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-no-text-'));
let app: TestApp;
let customer: Customer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** A PDF of one page with these drawing operators. */
function page(operators: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
    `<</Length ${operators.length}>>stream\n${operators}\nendstream`,
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = pdf.length;
    pdf += `${n + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${pdf}${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`);
}

const convertTo = (target: string, bytes: Buffer) =>
  ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([bytes], 'a.pdf')],
      ['target', target],
    ],
  });

for (const target of ['txt', 'md', 'csv', 'xlsx', 'org'])
  test(`a page that shows something without text is refused for that as ${target}`, async () => {
    const { status, error } = await convertTo(target, page('0 g 50 50 100 100 re f'));
    assert.deepEqual([status, error.code, error.details?.['reason']], [400, 'bad_request', 'no_text']);
  });

for (const target of ['html', 'docx'])
  test(`what is drawn on a page without text is a picture in ${target}`, async () => {
    const { status, body, error } = await convertTo(target, page('1 0 0 rg 50 50 100 100 re f'));
    assert.equal(status, 200, error.message);
    const png = target === 'html' ? pictureOfPage(body.toString()) : await pictureOfDocument(body);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.ok(Math.abs(info.width - info.height) <= 2, `${info.width} × ${info.height}`);
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
    assert.deepEqual([...data.subarray(middle, middle + 3)], [255, 0, 0]);
  });

function pictureOfPage(html: string): Buffer {
  return Buffer.from(/data:image\/png;base64,([^"]+)/.exec(html)?.[1] ?? '', 'base64');
}

async function pictureOfDocument(docx: Buffer): Promise<Buffer> {
  const file = path.join(dir, 'drawing.docx');
  await writeFile(file, docx);
  return (await run('/usr/bin/bsdtar', ['-xOf', file, 'word/media/*'])).stdout;
}

test('a blank page gives an empty text', async () => {
  const { status, body, error } = await convertTo('txt', page(''));
  assert.equal(status, 200, error.message);
  assert.equal(body.toString().trim(), '');
});
