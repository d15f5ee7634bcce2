/** Visio drawings are converted to PDF with their text. LibreOffice opens some of the drawings only by a file path. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const source of ['vdx', 'vsd'])
  test(`keeps the text of a ${source} drawing in pdf`, async () => {
    const { stdout } = await run('/usr/bin/pdftotext', [await lab.converted(source, 'pdf', {}), '-']);
    assert.match(stdout.toString(), /the tide tables/);
  });

for (const source of ['emf', 'wmf'])
  test(`converts a ${source} drawing to pdf`, async () => {
    const pdf = await readFile(await lab.converted(source, 'pdf', {}));
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  });
