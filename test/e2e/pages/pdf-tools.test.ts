/** Tests the web pages of the PDF tools, such as organizing, merging, splitting, form filling and encryption. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { languages } from '@protean/messages/languages.ts';
import { assertAccessible, browserFixture, openPage } from '../../support/pages/browser.ts';
import { contentOf, download, filesFixture, rowOf } from '../../support/pages/convert-page.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { until } from '../../support/server/service.ts';
import { python } from '../../support/python.ts';
import { outputOf, textOfPages } from '../../support/results/measure.ts';

const service = serviceFixture({ RATE_OVERRIDES: '{"anonymous":1000,"reading":1000}' });
const chromium = browserFixture();
const files = filesFixture();

const get = (page: string, headers: Record<string, string> = {}) => fetch(service.url + page, { headers });

/** Returns the paths of the tools that /pdf-tools lists. */
async function listedTools(): Promise<string[]> {
  const text = await (await get('/pdf-tools')).text();
  return [...new Set([...text.matchAll(/href="(\/[a-z]+-pdf)"/g)].map(([, link = '']) => link))];
}

/** Writes a PDF with one page per word, and returns its path. */
async function pdfOf(name: string, words: readonly string[]): Promise<string> {
  const form = new FormData();
  const text = words
    .map((word) => `<p style="page-break-after: always; font-size: 72pt">${word}</p>`)
    .join('');
  form.append('target', 'pdf');
  form.append('file', new Blob([text]), 'pages.html');
  const response = await fetch(`${service.url}/api/convert`, { method: 'POST', body: form });
  assert.equal(response.status, 200);
  return files.write(name, new Uint8Array(await response.arrayBuffer()));
}

async function pagesIn(pdf: Buffer): Promise<string[]> {
  const file = path.join(files.dir, 'result.pdf');
  await writeFile(file, pdf);
  return (await textOfPages(file))
    .split('\f')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

test('lists the PDF tools, and each tool has a page in every language', async () => {
  const tools = await listedTools();
  for (const tool of ['/compress-pdf', '/merge-pdf', '/organize-pdf', '/compare-pdf', '/protect-pdf'])
    assert.ok(tools.includes(tool), tool);
  for (const tool of tools) {
    const titles = new Set<string>();
    for (const { tag } of languages) {
      const response = await get(tool, { 'Accept-Language': tag });
      assert.equal(response.status, 200, tool);
      titles.add(/<h1>(.+)<\/h1>/.exec(await response.text())?.[1] ?? '');
    }
    assert.ok(titles.size > 5 && !titles.has(''), `${tool}: ${[...titles].join(', ')}`);
  }
});

test('the user can reorder, rotate and remove pages of a PDF with the keyboard', async () => {
  const pdf = await pdfOf('book.pdf', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await using opened = await openPage(chromium, `${service.url}/organize-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(pdf);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Move page 4 earlier');
  await press('Move page 4 earlier');
  await page.getByText('Page 4 is now 2 of 4.').waitFor();
  await press('Rotate page 1');
  await press('Leave out page 2');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Arrange PDF pages' }).click();
  const link = rowOf(page, 'book.pdf').getByRole('link', { name: 'Download book.pdf' });
  const result = await contentOf(await download(page, () => link.click()));
  assert.deepEqual(await pagesIn(result), ['Alpha', 'Delta', 'Gamma']);
  const sizes = await outputOf('/usr/bin/pdfinfo', ['-l', '3', path.join(files.dir, 'result.pdf')]);
  assert.deepEqual(
    [...sizes.matchAll(/Page +\d rot: +(\d+)/g)].map(([, angle]) => angle),
    ['90', '0', '0'],
  );
  assert.deepEqual(opened.problems, []);
});

test('shows a picture of each page of a PDF', async () => {
  const pdf = await pdfOf('drawn.pdf', ['Drawn']);
  await using opened = await openPage(chromium, `${service.url}/organize-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(pdf);
  const dark = `(() => {
    const canvas = document.querySelector('.page-picture canvas');
    if (!canvas) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value, at) => at % 4 === 0 && data[at + 3] === 255 && value < 100);
  })()`;
  await until('the picture has dark points', 60_000, () => page.evaluate<boolean>(dark));
  assert.deepEqual(opened.problems, []);
});

test('if the pages of a PDF cannot be shown, offers fields for page numbers', async () => {
  const broken = await files.write('broken.pdf', '%PDF-1.7\nno pages here\n');
  await using opened = await openPage(chromium, `${service.url}/organize-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(broken);
  await page.getByText('The pages of this file can’t be shown. Enter page numbers.').waitFor();
  await page.getByLabel('Order of pages', { exact: true }).waitFor();
  assert.deepEqual(opened.problems, []);
});

/** Python program that reads a path from standard input and writes a PDF with the form field `name` to this path. */
const formProgram = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 400))
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String('name'),
    Rect=Array([50, 100, 250, 120]), DA=String('/F 10 Tf 0 g')))
pdf.pages[0].obj.Annots = Array([field])
pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DA=String('/F 10 Tf 0 g'), DR=Dictionary(Font=Dictionary(F=font)))
pdf.save(sys.stdin.read())
`;

test('fills in a PDF form with values from a JSON file', async () => {
  const form = path.join(files.dir, 'form.pdf');
  python(formProgram, form);
  const values = await files.write('values.json', '{"name":"Ada Lovelace"}');
  await using opened = await openPage(chromium, `${service.url}/fill-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(form);
  const field = page.getByLabel('Values of form fields (JSON)').and(page.locator('input[type=file]'));
  assert.equal(await field.getAttribute('accept'), 'application/json');
  await field.setInputFiles(values);
  const shown = page.getByLabel('Values of form fields (JSON)').and(page.locator('textarea'));
  await until('the text field shows the values', 10_000, async () =>
    (await shown.inputValue()).includes('Ada Lovelace'),
  );
  await page.getByRole('button', { name: 'Fill in a PDF form' }).click();
  const link = rowOf(page, 'form.pdf').getByRole('link', { name: 'Download form.pdf' });
  const result = await contentOf(await download(page, () => link.click()));
  assert.deepEqual(await pagesIn(result), ['Ada Lovelace']);
  assert.deepEqual(opened.problems, []);
});

test('the merge page merges the chosen files without any option', async () => {
  const parts = [await pdfOf('one.pdf', ['One']), await pdfOf('two.pdf', ['Two'])];
  await using opened = await openPage(chromium, `${service.url}/merge-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(parts);
  await page.getByRole('button', { name: 'Merge PDF' }).click();
  const link = page.getByRole('link', { name: 'Download combined.pdf' });
  const result = await contentOf(await download(page, () => link.click()));
  assert.deepEqual(await pagesIn(result), ['One', 'Two']);
  assert.deepEqual(opened.problems, []);
});

test('compares two files on the compare page and shows the differing pages side by side', async () => {
  const old = await pdfOf('old.pdf', ['Same', 'Before']);
  const changed = await pdfOf('new.pdf', ['Same', 'After']);
  await using opened = await openPage(chromium, `${service.url}/compare-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(old);
  await page.getByRole('button', { name: 'Compare PDF' }).click();
  await page.getByText('First fill in: PDF to compare with.').waitFor();
  const field = page.getByLabel('PDF to compare with').and(page.locator('input[type=file]'));
  assert.equal(await field.getAttribute('accept'), 'application/pdf');
  await field.setInputFiles(changed);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Compare PDF' }).click();
  const link = rowOf(page, 'old.pdf').getByRole('link', { name: 'Download old.pdf' });
  const [sheet, ...others] = await pagesIn(await contentOf(await download(page, () => link.click())));
  assert.match(sheet ?? '', /Before[^]*After/);
  assert.deepEqual(others, []);
  assert.deepEqual(opened.problems, []);
});

for (const [description, choices] of [
  ['together', [['first.pdf', 'second.pdf']]],
  ['one after the other', [['first.pdf'], ['second.pdf']]],
] as const)
  test(`compares two files that the user chooses ${description} on the compare page`, async () => {
    await pdfOf('first.pdf', ['Before']);
    await pdfOf('second.pdf', ['After']);
    await using opened = await openPage(chromium, `${service.url}/compare-pdf`);
    const { page } = opened;
    for (const names of choices)
      await page.getByLabel('Choose files').setInputFiles(names.map((name) => path.join(files.dir, name)));
    const field = page.getByLabel('PDF to compare with').and(page.locator('input[type=file]'));
    await until('the field shows the second file', 10_000, async () =>
      (await field.inputValue()).endsWith('second.pdf'),
    );
    assert.equal(await rowOf(page, 'second.pdf').count(), 0);
    assert.equal(await page.getByLabel('Merge into one file').count(), 0);
    await page.getByRole('button', { name: 'Compare PDF' }).click();
    const link = rowOf(page, 'first.pdf').getByRole('link', { name: 'Download first.pdf' });
    const [sheet] = await pagesIn(await contentOf(await download(page, () => link.click())));
    assert.match(sheet ?? '', /Before[^]*After/);
    assert.deepEqual(opened.problems, []);
  });

test('the compare page compares the first and third of 3 files with the second file, and offers no merge', async () => {
  const names = ['one.pdf', 'two.pdf', 'three.pdf'];
  const chosen = await Promise.all(names.map((name) => pdfOf(name, [name])));
  await using opened = await openPage(chromium, `${service.url}/compare-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(chosen);
  await rowOf(page, 'three.pdf').waitFor();
  assert.equal(await rowOf(page, 'two.pdf').count(), 0);
  assert.equal(await page.getByLabel('Merge into one file').count(), 0);
  assert.deepEqual(opened.problems, []);
});

test('a file chosen for an option stays chosen after the user chooses the PDF', async () => {
  const pdf = await pdfOf('both.pdf', ['Page']);
  await using opened = await openPage(chromium, `${service.url}/compare-pdf`);
  const { page } = opened;
  const field = page.getByLabel('PDF to compare with').and(page.locator('input[type=file]'));
  await field.setInputFiles(pdf);
  await page.getByLabel('Choose files').setInputFiles(pdf);
  await rowOf(page, 'both.pdf').waitFor();
  assert.match(await field.inputValue(), /both\.pdf$/);
  assert.deepEqual(opened.problems, []);
});

test('starts a task only if its required option is set, and names the missing option', async () => {
  const pdf = await pdfOf('short.pdf', ['First', 'Second']);
  await using opened = await openPage(chromium, `${service.url}/split-pdf`);
  const { page } = opened;
  await page.getByLabel('Choose files').setInputFiles(pdf);
  const field = page.getByLabel('Split into');
  assert.equal(await field.getAttribute('placeholder'), '1-3,4-last');
  await page.getByRole('button', { name: 'Split PDF' }).click();
  await page.getByText('First fill in: Split into.').waitFor();
  const state = rowOf(page, 'short.pdf').locator('.row-state');
  assert.match(await state.innerText(), /^PDF, /);
  await field.fill('1,2');
  await field.blur();
  await page.getByText('First fill in: Split into.').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Split PDF' }).click();
  await rowOf(page, 'short.pdf').getByRole('link', { name: 'Download' }).waitFor();
  assert.match(await state.innerText(), /ZIP archive/);
  assert.deepEqual(opened.problems, []);
});

test('the OCR page shows a reset button only after the user changes an option', async () => {
  await using opened = await openPage(chromium, `${service.url}/ocr-pdf`);
  const { page } = opened;
  const choices = page.getByRole('group', { name: 'Recognise text (OCR)' });
  await choices.waitFor();
  assert.deepEqual(await choices.locator('label').allInnerTexts(), ['Default', 'Yes', 'No', 'auto']);
  assert.equal(await choices.getByLabel('auto').isChecked(), true);
  assert.equal(await page.getByRole('button', { name: 'Reset' }).count(), 0);
  await choices.getByText('Yes').click();
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await choices.getByLabel('auto').isChecked(), true);
  assert.deepEqual(opened.problems, []);
});

test('hides the password that the user enters, and encrypts the PDF with this password', async () => {
  const pdf = await pdfOf('secret.pdf', ['Secret']);
  await using opened = await openPage(chromium, `${service.url}/protect-pdf`);
  const { page } = opened;
  const field = page.getByLabel('New password');
  assert.equal(await field.getAttribute('type'), 'password');
  await field.fill('tide and time');
  await page.getByLabel('Choose files').setInputFiles(pdf);
  await page.getByRole('button', { name: 'Protect PDF' }).click();
  const link = rowOf(page, 'secret.pdf').getByRole('link', { name: 'Download secret.pdf' });
  const result = await files.write('locked.pdf', await contentOf(await download(page, () => link.click())));
  await assert.rejects(outputOf('/usr/bin/pdfinfo', [result]));
  assert.match(await outputOf('/usr/bin/pdfinfo', ['-upw', 'tide and time', result]), /Encrypted: +yes/);
});

for (const tool of ['/pdf-tools', '/organize-pdf', '/compress-pdf']) {
  test(`the page ${tool} is accessible and fits a phone screen in both text directions`, async () => {
    for (const locale of ['en', 'ar']) {
      await using opened = await openPage(chromium, service.url + tool, {
        locale,
        viewport: { width: 390, height: 844 },
      });
      await assertAccessible(opened.page);
      const overflow = await opened.page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      );
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      assert.deepEqual(opened.problems, []);
    }
  });
}
