import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPageSize } from './page-size.ts';

const pdf = (box: string) => {
  const page = `2 0 obj\n<</Type /Page\n/MediaBox ${box}\n/Contents 4 0 R>>\nendobj\n`;
  const head = `%PDF-1.4\n${page}`;
  const entries = [
    '0000000000 65535 f ',
    '0000000009 00000 n ',
    `${String(head.length).padStart(10, '0')} 00000 n `,
  ];
  const body = `${head}5 0 obj\n<</Type /Pages>>\nendobj\n`;
  return `${body}xref\n0 3\n${entries.join('\n')}\ntrailer\n<</Size 3>>\nstartxref\n${body.length}\n%%EOF`;
};

test('sets the PDF page to the exact size of the drawing', () => {
  const result = withPageSize(Buffer.from(pdf('[0 0 76.08 24.96]')), { width: 100.5, height: 33.3 });
  assert.equal(result.toString(), pdf('[0 -0.015 75.375 24.96]'));
});

test('leaves a PDF unchanged if its page box does not start at the origin', () => {
  const other = Buffer.from(pdf('[1 1 5 5]'));
  assert.equal(withPageSize(other, { width: 5, height: 5 }), other);
});
