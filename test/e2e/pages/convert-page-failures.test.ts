/**
 * Tests that the convert page explains errors in plain words and offers a next step: unreadable files, exceeded limits,
 * and an unavailable service or network.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { browserFixture, openTool } from '../../support/pages/browser.ts';
import { choose, filesFixture, rowOf, rows, start } from '../../support/pages/convert-page.ts';
import { inProcessFixture, serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture();
const throttled = inProcessFixture({ RATE_OVERRIDES: '{"anonymous":1,"reading":1000}' });
const chromium = browserFixture();
const files = filesFixture();

test('explains that a file is truncated and offers to convert the readable part', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  const file = await files.copy('pdf', 'cut.pdf');
  await truncate(file, 300);
  await choose(page, file, 'txt');
  await start(page).click();
  await page.getByText('This PDF is truncated: its end is missing.').waitFor();
  await rows(page).getByText('Details').click();
  await page.getByText(/^Request [\w-]+$/).waitFor();
  await page.getByRole('button', { name: 'Convert the readable part' }).waitFor();
});

test('asks for the password of an encrypted file, and asks again after a wrong password', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  const file = path.join(files.dir, 'locked.pdf');
  const open = await files.samples.get('pdf');
  execFileSync('/usr/bin/qpdf', ['--encrypt', 'secret', 'secret', '256', '--', open, file]);
  await choose(page, file, 'txt');
  await start(page).click();
  const field = page.getByLabel('Password of locked.pdf');
  await field.fill('wrong');
  await field.press('Enter');
  await page.getByText('Wrong password.').waitFor();
  await field.fill('secret');
  await field.press('Enter');
  await page.getByRole('link', { name: 'Download locked.txt' }).waitFor();
});

test('refuses to upload a file above the size limit, and offers alternatives', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, requests } = opened;
  const file = await files.write('huge.json', '[1]');
  await truncate(file, 26 * 1024 * 1024);
  await choose(page, file, 'yaml');
  await start(page).click();
  await page.getByText('26 MB is more than the limit of 25 MB.').waitFor();
  await rows(page).getByRole('link', { name: 'Sign in' }).waitFor();
  assert.deepEqual(
    requests.filter((url) => url.includes('/api/convert')),
    [],
  );
});

test('waits while the rate limit is exceeded, and shows the remaining time', async () => {
  await using opened = await openTool(chromium, throttled.url);
  const { page } = opened;
  await page.clock.install();
  await page.reload();
  await choose(page, [await files.write('1.json', '[1]'), await files.write('2.json', '[2]')], 'yaml');
  await start(page).click();
  await rowOf(page, '1.json').getByRole('link', { name: 'Download' }).waitFor();
  await rowOf(page, '2.json')
    .getByText(/^Starts in 0:\d\d\. Limit without an account: 1 conversion per minute\.$/)
    .waitFor();
  throttled.pass(61_000);
  await page.clock.fastForward(61_000);
  await rowOf(page, '2.json').getByRole('link', { name: 'Download' }).waitFor();
});

const refusals = [
  {
    status: 503,
    headers: { 'Retry-After': '600' },
    code: 'service_unavailable',
    text: /^The service is busy\. Trying again in \d+:\d\d\.$/,
    way: 'Try now',
  },
  { status: 413, code: 'file_too_large', text: / is more than the limit of .*\.$/, way: 'Sign in' },
  {
    status: 502,
    code: 'service_unavailable',
    text: 'The converter failed. The conversion does not count.',
    way: 'Try again',
  },
  { status: 400, code: 'bad_request', reason: 'no_text', text: 'The file contains no text.' },
  {
    status: 400,
    code: 'bad_request',
    reason: 'too_many_pages',
    text: 'The file exceeds the limits of a conversion.',
  },
] as const;

test('explains each error response in plain words and offers a next step', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.write('refused.json', '[1]'), 'yaml');
  for (const { status, code, text, ...more } of refusals) {
    const details = 'reason' in more ? { reason: more.reason } : { limit: 1 };
    await page.route('**/api/convert', (route) =>
      route.fulfill({
        status,
        headers: 'headers' in more ? more.headers : {},
        json: { error: { code, message: 'Refused.', details } },
      }),
    );
    await start(page).click();
    await rows(page).getByText(text).waitFor();
    if ('way' in more) await rows(page).getByText(more.way, { exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    if (status === 503) await page.getByRole('button', { name: 'Cancel refused.json' }).click();
  }
});

test('retries the conversion of a file until the service is available again', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await page.route('**/api/convert', (route) => route.abort());
  await choose(page, await files.write('away.json', '[1]'), 'yaml');
  await start(page).click();
  await rows(page)
    .getByText(/^No response\. Trying again in 0:\d\d\.$/)
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Download' }).waitFor();
});

test('waits while the browser is offline, and resumes automatically', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page } = opened;
  await choose(page, await files.write('later.json', '[1]'), 'yaml');
  await page.context().setOffline(true);
  await start(page).click();
  await rowOf(page, 'later.json').getByText('Offline. Continues when you are back online.').waitFor();
  await page.context().setOffline(false);
  await rowOf(page, 'later.json').getByRole('link', { name: 'Download' }).waitFor();
});
