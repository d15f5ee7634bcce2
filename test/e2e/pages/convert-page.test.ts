/** Tests the convert page in a browser with real files and conversions, in each state that a user sees. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { assertAccessible, browserFixture, openPage, openTool } from '../../support/pages/browser.ts';
import {
  choose,
  contentOf,
  download,
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

test('converts a chosen image and offers the download', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.copy('png', 'scan.png'), 'webp');
  await start(page).click();
  const link = rowOf(page, 'scan.png').getByRole('link', { name: 'Download' });
  const got = await download(page, () => link.click());
  assert.equal(got.suggestedFilename(), 'scan.webp');
  assert.equal((await contentOf(got)).subarray(8, 12).toString(), 'WEBP');
  assert.match((await rows(page).textContent()) ?? '', /Done: WebP, /);
  assert.deepEqual(opened.problems, []);
});

test('shows one target field for all files, or one field for each type of file if no target suits all files', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, [await files.copy('png', 'a.png'), await files.copy('docx', 'b.docx')]);
  await rows(page)
    .filter({ hasText: /kB|bytes/ })
    .nth(1)
    .waitFor();
  await picker(page).click();
  await page.getByRole('option', { name: 'pdf', exact: false }).first().waitFor();
  assert.equal(await page.getByRole('option', { name: 'jxl' }).count(), 0);
  await page.keyboard.press('Escape');
  await page.getByLabel('Choose files').setInputFiles(await files.copy('mid', 'c.mid'));
  await page.getByText('No single format fits all 3 files.').waitFor();
  await page.getByLabel('Convert Audio (1) to').waitFor();
});

test('adds files that the user chose before the script loaded', async () => {
  await using opened = await openPage(chromium, `${service.url}/formats`);
  const { page } = opened;
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/main-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(service.url, { waitUntil: 'commit' });
  await page.locator('#plain-file').setInputFiles(await files.write('early.json', '[1]'));
  held.resolve(undefined);
  await rowOf(page, 'early.json').waitFor();
});

test('asks for confirmation before the user leaves the page while a file is in progress', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.dismiss();
  });
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/convert', async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, await files.write('stay.json', '[1]'), 'yaml');
  await start(page).click();
  await page.getByRole('button', { name: 'Cancel stay.json' }).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  assert.equal((await asked).type(), 'beforeunload');
  held.resolve(undefined);
  await rowOf(page, 'stay.json').getByRole('link', { name: 'Download' }).waitFor();
  await page.goto(`${service.url}/formats`);
  assert.equal(questions, 1);
});

test("detects a file's format by its content if its extension is wrong", async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.copy('png', 'wrong.jpg'), 'gif');
  await page.getByText('The extension is .jpg, but the content is PNG. Converted as PNG.').waitFor();
  await start(page).click();
  await rowOf(page, 'wrong.jpg').getByRole('link', { name: 'Download wrong.gif' }).waitFor();
});

test('asks for the format of an unrecognized file', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.write('notes.xyz', '\u0001\u0002\u0003'.repeat(40)));
  await page.getByText('Format not recognised. Choose it from the list.').waitFor();
  const kind = page.getByLabel('Format of notes.xyz');
  await kind.fill('txt');
  await kind.press('Enter');
  await page.getByText('Plain text', { exact: false }).first().waitFor();
});

test('the user can convert a cancelled file again', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await page.route('**/api/convert', async (route) => {
    await page.getByText('Cancelled. The conversion does not count.').waitFor();
    await route.abort();
  });
  await choose(page, await files.write('c.json', '[1]'), 'yaml');
  await start(page).click();
  await page.getByRole('button', { name: 'Cancel c.json' }).click();
  await page.getByText('Cancelled. The conversion does not count.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Convert again' }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
});

test('previews a result before the download, and compares an image result with its source', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, [await files.copy('png', 'p.png')], 'webp');
  await start(page).click();
  await page.getByRole('button', { name: 'Preview of p.webp' }).click();
  const slider = page.getByRole('slider', { name: 'Compare before and after' });
  await slider.fill('30');
  const split = "document.querySelector('.compare-pictures').style.getPropertyValue('--split')";
  assert.equal(await page.evaluate(split), '30%');
  await page.getByRole('button', { name: 'Remove p.png' }).click();
  await choose(page, await files.write('t.json', '[{"a":1,"b":"x"}]'), 'csv');
  await start(page).click();
  await page.getByRole('button', { name: 'Preview of t.csv' }).click();
  await page.getByRole('columnheader', { name: 'b' }).waitFor();
  assert.deepEqual(problems, []);
});

test('shows the losses before the conversion, and applies the options that the user sets', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.copy('gif', 'moving.gif'), 'jpg');
  await page.getByText(/^Transparent areas get a background colour\. Movement is lost\./).waitFor();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Width').fill('20');
  await page.getByLabel('Width').press('Tab');
  await page.getByRole('group', { name: 'Presets' }).getByText('Custom').waitFor();
  await start(page).click();
  const got = await download(page, () => page.getByRole('link', { name: 'Download' }).click());
  const width = execFileSync('/usr/bin/identify', ['-format', '%w', `jpg:${await got.path()}`], {
    encoding: 'utf8',
  });
  assert.equal(width, '20');
});

test('converts 200 files and stays responsive', { timeout: 600_000 }, async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  const many = Array.from({ length: 200 }, (_, n) => ({
    name: `f${n}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(`{"n":${n}}`),
  }));
  await page.getByLabel('Choose files').setInputFiles(many);
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  await page.getByText('200 of 200 done').waitFor({ timeout: 560_000 });
  assert.equal(await page.getByRole('link', { name: 'Download' }).count(), 200);
});

describe('the convert page is accessible', () => {
  for (const locale of ['en', 'ar']) {
    test(`the convert page passes the axe accessibility checks in the language ${locale}`, async () => {
      await using opened = await openTool(chromium, service.url, {
        locale,
        viewport: { width: 390, height: 844 },
      });
      const { page } = opened;
      await page.locator('#convert[data-started=true]').waitFor();
      await assertAccessible(page);
      const cut = await files.copy('pdf', 'broken.pdf');
      await truncate(cut, 300);
      await page.locator('#files').setInputFiles([await files.copy('pdf', 'good.pdf'), cut]);
      await page.locator('#target').click();
      await page.locator('#target').fill('txt');
      await assertAccessible(page);
      await page.locator('#target').press('Enter');
      await page.locator('#start').click();
      await page.locator('.row-state.danger').waitFor();
      await page.locator('.row a[download]').waitFor();
      await page.locator('[aria-expanded=false].quiet').first().click();
      await assertAccessible(page);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await page.evaluate(overflow), 0, `${width} pixels`);
      }
    });
  }
});
