/**
 * Tests that the conversion refuses Illustrator drawings without PDF content, and explains how to save a drawing with
 * PDF content. An Illustrator drawing without PDF content shows only a notice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

/** Returns a PDF that shows `words`, with the extension of Illustrator files. */
async function drawing(words: string): Promise<File> {
  const text = `<text x="10" y="40" font-family="DejaVu Sans" font-size="12">${words}</text>`;
  const input = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="80">${text}</svg>`;
  const { stdout } = await run('/usr/bin/rsvg-convert', ['--format', 'pdf'], { input });
  return new File([new Uint8Array(stdout)], 'a.ai');
}

for (const target of ['pdf', 'png', 'svg'])
  test(`converts an Illustrator drawing to ${target} only if the drawing has PDF content`, async () => {
    const notice = 'This is an Adobe Illustrator File that was saved without PDF Content.';
    const { status, error } = await convertFile(await drawing(notice), target);
    assert.deepEqual([status, error.details?.['reason']], [400, 'no_pdf_content']);
    assert.match(error.message ?? '', /Create PDF Compatible File/);
    const whole = await convertFile(await drawing('A poster'), target);
    assert.equal(whole.status, 200, whole.error.message);
  });
