/** What the convert page costs before the first conversion: bytes, requests, and time on a slow core. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserFixture } from '../support/browser.ts';
import { serviceFixture } from '../support/fixtures.ts';

const service = serviceFixture();
const chromium = browserFixture();

const maxBytes = 60_000;
const maxRequests = 8;
/** On a core four times slower; a shared machine is slower still, so this is a bound for mistakes, not the figure. */
const maxInteractiveMs = 15_000;
const slowdown = 4;

test('the page is light, and usable soon', async (t) => {
  const context = await chromium.browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const began = performance.now();
  await page.goto(service.url);
  await page.locator('.drop button.solid').waitFor();
  const ms = performance.now() - began;
  await page.waitForLoadState('networkidle');
  t.diagnostic(`${bytes} bytes, ${requests} requests, ${Math.round(ms)} ms at 1/${slowdown} speed`);
  await context.close();
  assert.ok(bytes > 10_000 && bytes < maxBytes, `${bytes} bytes`);
  assert.ok(requests <= maxRequests, `${requests} requests`);
  assert.ok(ms < maxInteractiveMs, `${ms} ms`);
});
