/**
 * Tests the convert page on a phone and during a conversion. The tests also cover files with wrong extensions, results
 * of earlier conversions, and options that are set before files are chosen.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { browserFixture, openPage, openTool } from '../../support/pages/browser.ts';
import {
  choose,
  contentOf,
  download,
  filesFixture,
  picker,
  rows,
  start,
} from '../../support/pages/convert-page.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { until } from '../../support/server/service.ts';

const service = serviceFixture({ RATE_OVERRIDES: '{"anonymous":1000,"reading":1000}' });
const chromium = browserFixture();
const files = filesFixture();

test('if a file has a wrong extension, offers to convert the file as its real format', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, await files.write('notes.png', 'Remember the milk.\nAnd the bread.\n'), 'pdf');
  await start(page).click();
  await rows(page).getByText('The content is Plain text, not PNG.').waitFor();
  await rows(page).getByRole('button', { name: 'Convert as TXT' }).click();
  await rows(page).getByRole('link', { name: 'Download notes.pdf' }).waitFor();
  assert.deepEqual(problems, []);
});

test('results stay available for download after later conversions on the same page', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, await files.write('list.json', '{"a":[1,2]}'), 'yaml');
  await start(page).click();
  await rows(page).getByRole('link', { name: 'Download list.yaml' }).waitFor();
  await picker(page).fill('toml');
  await picker(page).press('Enter');
  const earlier = page.getByRole('region', { name: 'Earlier results of this visit' });
  const got = await download(page, () => earlier.getByRole('link', { name: 'Download list.yaml' }).click());
  assert.match((await contentOf(got)).toString(), /a:\n\s*- 1/);
  await start(page).click();
  await rows(page).getByRole('link', { name: 'Download list.toml' }).waitFor();
  await page.getByRole('button', { name: 'Remove list.json' }).click();
  await earlier.getByRole('link', { name: 'Download list.toml' }).waitFor();
  assert.equal(await earlier.getByRole('listitem').count(), 2);
  await earlier.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await earlier.count(), 0);
  assert.deepEqual(problems, []);
});

/** Script that returns the contrast ratio between the text and the background of `#start` (WCAG 2.2, 1.4.3). */
const contrast = `(() => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector('#start'));
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [one, other] = [luminance(color), luminance(backgroundColor)].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
})()`;

test('the button text is legible during a conversion, even under the pointer', async () => {
  await using opened = await openTool(chromium, service.url, { reducedMotion: 'reduce' });
  const { page } = opened;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/convert', async (route) => {
    await released;
    await route.abort();
  });
  await choose(page, await files.write('busy.json', '[1]'), 'yaml');
  await start(page).click();
  const button = page.getByRole('button', { name: 'Converting 0 of 1' });
  await button.hover();
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await until(`the button is legible, ${theme}`, 30_000, () =>
      page.evaluate<boolean>(`${contrast} >= 4.5`),
    );
  }
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  release();
});

test('on a phone, shows no hints about dragging files, pasting files or choosing folders', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  await using opened = await openTool(chromium, service.url, phone);
  const { page } = opened;
  await page.locator('button', { hasText: 'Choose files' }).waitFor();
  const text = await page.locator('main').innerText();
  assert.doesNotMatch(text, /drop|paste|ctrl|folder/i);
});

test('the page of a format pair offers options and other targets before the user chooses files', async () => {
  await using opened = await openPage(chromium, `${service.url}/png-to-webp`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 390, height: 844 },
  });
  const { page, problems } = opened;
  const options = page.getByRole('region', { name: 'Options' });
  await options.getByRole('button', { name: 'More options' }).click();
  await options.getByLabel('Width').fill('20');
  await options.getByLabel('Width').press('Tab');
  const others = page.getByRole('region', { name: 'Other targets for PNG' }).getByRole('link');
  assert.deepEqual((await others.allInnerTexts()).slice(0, 2), ['PNG to JPG', 'PNG to PDF']);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await page.getByText('Copied.').waitFor();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(
    command,
    /^curl -f http:\S+\/api\/convert \\\n {2}-F file=@file\.png -F target=webp \\\n {2}-o file\.webp$/,
  );
  const over =
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.code-block > pre'))";
  assert.equal(await page.evaluate(over), 0, 'the command is cut off');
  await choose(page, await files.copy('png', 'scan.png'));
  await start(page).click();
  const got = await download(page, () => page.getByRole('link', { name: 'Download scan.webp' }).click());
  assert.equal((await sharp(await contentOf(got)).metadata()).width, 20);
  assert.deepEqual(problems, []);
});
