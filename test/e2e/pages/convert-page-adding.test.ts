/** Tests adding files to the convert page by drop, paste and keyboard, and downloading all results as one zip. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { run } from '../../samples/run.ts';
import { browserFixture, openTool } from '../../support/pages/browser.ts';
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
import { until } from '../../support/server/service.ts';

const service = serviceFixture({ RATE_OVERRIDES: '{"anonymous":1000,"reading":1000}' });
const chromium = browserFixture();
const files = filesFixture();

const focusedId = (page: Page) => page.evaluate<string>('document.activeElement.id');
const pathsOf = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('.row-name')].map(({ title }) => title).sort()");

/** Drops files and folders on a point of the page, as if they were dragged from a file manager. */
async function drop(page: Page, paths: readonly string[], { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths.map((name) => path.join(files.dir, name)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
}

/** Presses `key` until the element `selector` has the focus. */
async function press(page: Page, key: 'Tab' | 'Shift+Tab', selector: string): Promise<void> {
  const stops: string[] = [];
  while (!(await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))) {
    stops.push(await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 80)'));
    assert.ok(stops.length < 40, `the keyboard reaches ${selector}: ${stops.join(', ')}`);
    await page.keyboard.press(key);
  }
}

/** Returns the content of each file in a zip, in order. */
async function textsIn(zip: Download): Promise<Record<string, string>> {
  const code =
    'import json, sys, zipfile\n' +
    'archive = zipfile.ZipFile(sys.argv[1])\n' +
    'assert archive.testzip() is None\n' +
    'print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))';
  const { stdout } = await run('python3', ['-c', code, await zip.path()]);
  return JSON.parse(stdout.toString()) as Record<string, string>;
}

test('accepts files and folders dropped anywhere on the page, but ignores hidden files', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  for (const name of ['dropped/a.json', 'dropped/deep/er/b.json', 'dropped/.hidden.json', 'alone.json'])
    await files.write(name, '[1]');
  const { height = 0 } = page.viewportSize() ?? {};
  await drop(page, ['dropped', 'alone.json'], { x: 20, y: height - 20 });
  await rowOf(page, 'b.json').waitFor();
  assert.deepEqual(await pathsOf(page), ['alone.json', 'dropped/a.json', 'dropped/deep/er/b.json']);
  await page.locator('#target:focus').waitFor();
  await page.getByText('3 files added').waitFor({ state: 'attached' });
  // Files that are dropped later are added to the list.
  await files.write('later.json', '[2]');
  await drop(page, ['later.json'], { x: 300, y: 300 });
  await rowOf(page, 'later.json').waitFor();
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  await page.getByText('4 of 4 done', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test('accepts a pasted picture and pasted text', async () => {
  await using opened = await openTool(chromium, service.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, problems } = opened;
  const copyPicture = (size: number, text = '') =>
    page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(${size}, ${size});
      canvas.getContext('2d').fillRect(0, 0, ${size}, ${size});
      const picture = { 'image/png': await canvas.convertToBlob({ type: 'image/png' }) };
      const text = ${JSON.stringify(text)};
      await navigator.clipboard.write([new ClipboardItem(text ? { ...picture, 'text/plain': text } : picture)]);
    })()`);
  await copyPicture(8);
  await page.keyboard.press('Control+v');
  const pictures = rowOf(page, '.png').getByText(/^PNG, \d+ bytes$/);
  await pictures.waitFor();
  // The focused field cannot contain a picture, so the picture is added to the list of files.
  assert.equal(await focusedId(page), 'target');
  await copyPicture(16);
  await page.keyboard.press('Control+v');
  await pictures.nth(1).waitFor();
  // Office programs copy text together with a picture of the text. If a text field has the focus, it receives the text.
  await picker(page).fill('');
  await copyPicture(8, 'webp');
  await page.keyboard.press('Control+v');
  assert.equal(await picker(page).inputValue(), 'webp');
  await picker(page).press('Enter');
  await page.evaluate("navigator.clipboard.writeText('some words')");
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Control+v');
  await rowOf(page, 'pasted.txt').getByText('Plain text, 10 bytes').waitFor();
  assert.equal(await rows(page).count(), 3);
  await page.getByRole('button', { name: 'Remove pasted.txt' }).click();
  await start(page).click();
  await page.getByText('2 of 2 done', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test('accepts files pasted from a file manager', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  // A page cannot put files on the clipboard, so the test sends a paste event that contains files.
  const paste = (names: readonly string[]) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) clipboardData.items.add(new File(['{"a":1}'], name));
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }`);
  await paste(['one.json', 'two.json']);
  await rows(page).nth(1).waitFor();
  await paste(['three.json']);
  await rowOf(page, 'three.json').waitFor();
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  const got = await download(page, () => downloadOf(page, 'three.json').click());
  assert.equal(got.suggestedFilename(), 'three.yaml');
  assert.equal((await contentOf(got)).toString(), 'a: 1\n');
  assert.deepEqual(problems, []);
});

test('users can choose files, convert them and download the results with only the keyboard', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  const { keyboard } = page;
  await press(page, 'Tab', '.drop .solid');
  const opening = page.waitForEvent('filechooser');
  // Playwright does not wait until the browser reports file dialogs. The browser answers the following call only after
  // it has started to report file dialogs.
  await page.evaluate('0');
  await keyboard.press('Enter');
  const dialog = await opening;
  assert.equal(dialog.isMultiple(), true);
  await dialog.setFiles([
    await files.write('list.json', '{"a":[1,2]}'),
    await files.write('map.json', '{"b":{}}'),
  ]);
  await page.locator('#target:focus').waitFor();
  await keyboard.type('ymal');
  await page.getByRole('group', { name: 'Closest to “ymal”' }).waitFor();
  await keyboard.press('Enter');
  assert.equal(await picker(page).inputValue(), 'YAML');
  await keyboard.press('ArrowDown');
  assert.equal(await picker(page).getAttribute('aria-expanded'), 'true');
  await keyboard.press('Escape');
  assert.equal(await picker(page).inputValue(), 'YAML');
  await keyboard.press('Tab');
  assert.equal(await focusedId(page), 'start');
  await keyboard.press('Enter');
  await page.locator('a:focus', { hasText: 'Download' }).waitFor();
  const first = await download(page, () => keyboard.press('Enter'));
  assert.equal(first.suggestedFilename(), 'list.yaml');
  assert.match((await contentOf(first)).toString(), /a:\n\s*- 1/);
  await press(page, 'Tab', '[download="map.yaml"]');
  const second = await download(page, () => keyboard.press('Enter'));
  assert.equal((await contentOf(second)).toString(), 'b: {}\n');
  await press(page, 'Shift+Tab', '.files-actions .solid');
  const all = await download(page, () => keyboard.press('Enter'));
  assert.deepEqual(Object.keys(await textsIn(all)), ['list.yaml', 'map.yaml']);
  // After a file is removed, the focus moves to the next file, or to the drop area if no file is left.
  await press(page, 'Tab', '.row-remove');
  await keyboard.press('Enter');
  await page.locator('.row-remove:focus').waitFor();
  await keyboard.press('Enter');
  await page.locator('.drop .solid:focus').waitFor();
  assert.deepEqual(problems, []);
});

test('downloads all results as one zip that keeps folders and renames duplicates', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  for (const [name, content] of [
    ['tree/a.json', '{"a":1}'],
    ['tree/sub/a.json', '{"a":2}'],
    ['a.json', '{"a":3}'],
    ['other/a.json', '{"a":4}'],
    ['Größe 数据.json', '{"a":5}'],
    ['cut.json', '{"a":'],
  ] as const)
    await files.write(name, content);
  await page.locator('input[webkitdirectory]').setInputFiles(path.join(files.dir, 'tree'));
  await rows(page).nth(1).waitFor();
  for (const name of ['a.json', 'other/a.json', 'Größe 数据.json', 'cut.json'])
    await page.getByLabel('Choose files').setInputFiles(path.join(files.dir, name));
  await rows(page).nth(5).waitFor();
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  await rowOf(page, 'cut.json').getByText('This JSON is truncated: its end is missing.').waitFor();
  const all = page.getByRole('button', { name: 'Download all (zip)' });
  await page.getByText('5 of 6 done', { exact: true }).waitFor();
  const zip = await download(page, () => all.click());
  assert.equal(zip.suggestedFilename(), 'converted.zip');
  assert.deepEqual(await textsIn(zip), {
    'tree/a.yaml': 'a: 1\n',
    'tree/sub/a.yaml': 'a: 2\n',
    'a.yaml': 'a: 3\n',
    'a (2).yaml': 'a: 4\n',
    'Größe 数据.yaml': 'a: 5\n',
  });
  assert.deepEqual(problems, []);
});

test('lists recent conversions by file name without storing file contents', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, await files.write('secret-plan.json', '{"word":"xyzzy"}'), 'yaml');
  await start(page).click();
  await downloadOf(page, 'secret-plan.json').waitFor();
  const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
  assert.match(kept, /secret-plan\.yaml/);
  assert.doesNotMatch(kept, /xyzzy/);
  await page.reload();
  const recent = page.getByRole('region', { name: 'Recent' });
  await recent.getByText('secret-plan.json').waitFor();
  await recent.getByText('secret-plan.yaml').waitFor();
  assert.equal(await recent.getByRole('link').count(), 0, 'results of earlier visits are gone');
  await recent.getByRole('button', { name: 'Clear' }).click();
  await page.reload();
  await page.locator('[data-started=true]').waitFor({ state: 'attached' });
  assert.equal(await recent.count(), 0);
  assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /secret-plan/);
  // The page suggests the last chosen target.
  await choose(page, await files.write('next.json', '[1]'));
  await rowOf(page, 'next.json').getByText('JSON').first().waitFor();
  await until('the page suggests YAML', 10_000, async () => (await picker(page).inputValue()) === 'YAML');
  assert.deepEqual(problems, []);
});
