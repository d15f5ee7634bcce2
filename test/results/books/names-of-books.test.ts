/** Engines do not invent a title or author if the source has none. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { writeOpenDocumentText } from '../../samples/traits/open-document-package.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const words = 'The ferry leaves at ten, and comes back before the evening of the same day.';

async function sources(): Promise<Record<string, string>> {
  const inDir = (name: string) => path.join(lab.dir, name);
  await writeOpenDocumentText(inDir('plain.odt'), { body: `<text:p>${words}</text:p>` });
  await writeFile(inDir('plain.html'), `<p>${words}</p>`);
  await writeFile(inDir('plain.txt'), `${words}\n`);
  return { odt: inDir('plain.odt'), html: inDir('plain.html'), txt: inDir('plain.txt') };
}

const files = await sources();

for (const [from, file] of Object.entries(files)) {
  test(`uses the first words of an untitled ${from} file as the title of the epub or fb2`, async () => {
    const book = await lab.converted(from, 'epub', {}, file);
    const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', book, '*.opf']);
    assert.match(stdout.toString(), /<dc:title[^>]*>The ferry leaves/);
    assert.doesNotMatch(stdout.toString(), /Unknown|Untitled/i);
    const pages = await run('/usr/bin/bsdtar', ['-xOf', book, '*.xhtml']);
    assert.doesNotMatch(pages.stdout.toString(), /Unknown|Untitled/i);
    const other = await run('/bin/cat', [await lab.converted(from, 'fb2', {}, file)]);
    assert.match(other.stdout.toString(), /<book-title>The ferry leaves/);
    assert.doesNotMatch(other.stdout.toString(), /Unknown|Untitled/i);
  });
}

test('uses the first words of an untitled document as the title of the web page', async () => {
  const page = await run('/bin/cat', [await lab.converted('odt', 'html', {}, files['odt'])]);
  assert.match(page.stdout.toString(), /<title>The ferry leaves/);
});
