/** Tests whether text targets use the headings that the tags of a PDF mark. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

test('pdf → md uses tagged headings that look like text', async () => {
  const page = path.join(lab.dir, 'page.html');
  const text = '<p>Some boats stay in the harbour for a night, and others stay for the whole summer.</p>';
  const sections = ['Berths', 'Lights', 'Water'].map(
    (name, n) => `<h${n + 1}>${name} of it</h${n + 1}>${text}${text}`,
  );
  const style = '<style>h1, h2, h3 { font-size: 1em; font-weight: normal; margin: 1em 0 }</style>';
  await writeFile(
    page,
    `<!doctype html><html lang="en"><title>Harbour</title>${style}${sections.join('')}</html>`,
  );
  const pdf = await lab.converted('html', 'pdf', { pdfua: 'true' }, page);
  const markdown = await readFile(await lab.converted('pdf', 'md', {}, pdf), 'utf8');
  assert.deepEqual(markdown.match(/^#.*$/gm), ['# Berths of it', '## Lights of it', '### Water of it']);
});
