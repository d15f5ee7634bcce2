/** Tests merging files, conversion to the same format, and recovery of damaged files on the convert page. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { run } from '../../samples/run.ts';
import { assertAccessible, browserFixture, openTool } from '../../support/pages/browser.ts';
import {
  choose,
  contentOf,
  download,
  downloadOf,
  filesFixture,
  picker,
  rowOf,
  rows,
  start,
} from '../../support/pages/convert-page.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture();
const chromium = browserFixture();
const files = filesFixture();

const together = (page: Page) => page.getByRole('checkbox', { name: 'Merge into one file' });
const namesOf = (page: Page) => page.locator('.rows .row-name').allTextContents();
const oneFile = (page: Page) => page.getByRole('group', { name: 'Merged file' });

/** Returns the words on each page of a PDF. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const file = path.join(files.dir, 'result.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', [file, '-']);
  return stdout
    .toString()
    .split('\f')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

test('the user can merge files in a chosen order with only the keyboard', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  const texts = await Promise.all(
    ['one', 'two', 'three'].map((name) => files.write(`${name}.txt`, `Page ${name}`)),
  );
  await choose(page, texts, 'pdf');
  await together(page).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move three.txt up' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.deepEqual(await namesOf(page), ['three.txt', 'one.txt', 'two.txt']);
  await page.getByText('three.txt is now 1 of 3.').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Move three.txt up' }).getAttribute('aria-disabled'),
    'true',
  );
  await assertAccessible(page);
  await start(page).focus();
  await page.keyboard.press('Enter');
  const link = oneFile(page).getByRole('link', { name: 'Download combined.pdf' });
  await link.waitFor();
  const got = await download(page, () => link.press('Enter'));
  assert.equal(got.suggestedFilename(), 'combined.pdf');
  assert.deepEqual(await pagesOf(await contentOf(got)), ['Page three', 'Page one', 'Page two']);
  await assertAccessible(page);
  assert.deepEqual(opened.problems, []);
  assert.equal(
    opened.requests.filter((url) => url.endsWith('/api/convert')).length,
    1,
    'one request for all',
  );
});

test('the merged file keeps the order that the user sets by drag and drop', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  const texts = await Promise.all(['a', 'b', 'c'].map((name) => files.write(`${name}.txt`, `Page ${name}`)));
  await choose(page, texts, 'pdf');
  await together(page).check();
  await rowOf(page, 'a.txt').dragTo(rowOf(page, 'c.txt'));
  assert.deepEqual(await namesOf(page), ['b.txt', 'c.txt', 'a.txt']);
  await start(page).click();
  await oneFile(page).getByRole('link', { name: 'Download' }).waitFor();
  await page.getByRole('button', { name: 'Move c.txt up' }).click();
  assert.equal(await oneFile(page).count(), 0, 'the result of another order is gone');
  await together(page).uncheck();
  await start(page).click();
  await downloadOf(page, 'a.txt').waitFor();
});

test('offers to merge files only if the target format can contain several files', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, [await files.write('a.json', '{"a":1}'), await files.write('b.json', '{"b":')], 'yaml');
  assert.equal(await together(page).count(), 0);
  await picker(page).fill('xlsx');
  await picker(page).press('Enter');
  await together(page).check();
  await start(page).click();
  await oneFile(page).getByText('b.json: This JSON is truncated: its end is missing.').waitFor();
  assert.equal(await start(page).isEnabled(), true);
});

test('the user can keep the format of a file, and the result then has the same file name', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.copy('png', 'scan.png'));
  await rows(page).first().waitFor();
  await picker(page).click();
  const same = page.getByRole('group', { name: 'Keep the format: compress, trim, rotate, remove metadata' });
  await same.getByRole('option').first().click();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('group', { name: 'Rotate' }).waitFor();
  await start(page).click();
  const got = await download(page, () => downloadOf(page, 'scan.png').click());
  assert.equal(got.suggestedFilename(), 'scan.png');
});

test('shows a report with steps, losses and kept content, and the user can save the report', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.write('table.csv', 'name,count\na,1\nb,2\n'), 'xlsx');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('group', { name: 'Report of steps and losses' }).getByText('Yes').click();
  await start(page).click();
  await rowOf(page, 'table.csv').getByRole('button', { name: 'Report of table.xlsx' }).click();
  const report = page.getByRole('region', { name: 'Report of table.xlsx' });
  await report.getByRole('row', { name: 'Rows 3 3' }).waitFor();
  assert.match((await report.innerText()).replaceAll('\n', ' '), /Steps \S+ \S+: csv → xlsx.* What changed /);
  await assertAccessible(page);
  const saved = await download(page, () => report.getByRole('link', { name: 'Save the report' }).click());
  assert.equal(saved.suggestedFilename(), 'table.xlsx.report.json');
  const written = JSON.parse((await contentOf(saved)).toString()) as { target_format: string };
  assert.equal(written.target_format, 'xlsx');
  const got = await download(page, () => downloadOf(page, 'table.csv').click());
  assert.equal(got.suggestedFilename(), 'table.xlsx');
});

test('converts the readable part of a truncated file on request, and notes the loss', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.write('cut.json', '{"a":1,"b":[1,2'), 'yaml');
  await start(page).click();
  await rowOf(page, 'cut.json').getByText('This JSON is truncated: its end is missing.').waitFor();
  await rowOf(page, 'cut.json').getByRole('button', { name: 'Convert the readable part' }).click();
  await rowOf(page, 'cut.json').getByText('only the readable part was converted').waitFor();
  await downloadOf(page, 'cut.json').waitFor();
});

test('shows the full names of the text recognition languages', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.copy('png', 'scan.png'), 'pdf');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('group', { name: 'Languages of the text' }).getByLabel('English').waitFor();
  await assertAccessible(page);
});
