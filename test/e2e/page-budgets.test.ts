/** What the convert page and the dashboard cost before they are used: bytes, requests, and time on a slow core. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserFixture } from '../support/browser.ts';
import { serviceFixture } from '../support/fixtures.ts';
import { signIn } from '../support/sessions.ts';

const service = serviceFixture();
const chromium = browserFixture();

const maxBytes = 60_000;
const maxRequests = 8;
/** On a core four times slower; a shared machine is slower still, so this is a bound for mistakes, not the figure. */
const maxInteractiveMs = 15_000;
const slowdown = 4;
const maxBlockedMs = 6_000;

/** What the browser says of tasks above 50 ms. */
const observe = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

async function slowPage(cookie?: string) {
  const context = await chromium.browser.newContext({ locale: 'en' });
  context.setDefaultTimeout(120_000);
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await context.addCookies([{ name, value, url: service.url }]);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session, [Symbol.asyncDispose]: () => context.close() };
}

/** Opens `path` and waits for `usable`, on a slowed core; nothing is kept from before. */
async function measure(path: string, usable: string, cookie?: string) {
  await using slow = await slowPage(cookie);
  const { page, session } = slow;
  await session.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const began = performance.now();
  await page.goto(service.url + path);
  await page.locator(usable).waitFor();
  const ms = performance.now() - began;
  await page.waitForLoadState('networkidle');
  const blocked = 'longTasks.reduce((sum, ms) => sum + ms - 50, 0)';
  const blockedMs = await page.evaluate<number>(blocked);
  const time = `${Math.round(ms)} ms, of which blocked ${Math.round(blockedMs)}`;
  return { bytes, requests, ms, blockedMs, text: `${bytes} bytes, ${requests} requests, ${time}` };
}

test('the convert page is light, and usable soon', async (t) => {
  const { bytes, requests, ms, blockedMs, text } = await measure('/', '.drop button.solid');
  t.diagnostic(`${text} at 1/${slowdown} speed`);
  assert.ok(bytes > 10_000 && bytes < maxBytes, text);
  assert.ok(requests <= maxRequests, text);
  assert.ok(ms < maxInteractiveMs && blockedMs < maxBlockedMs, text);
});

/** Its sections come as they are opened. */
const maxDashboardRequests = 20;

test('the dashboard is light', async (t) => {
  const cookie = await signIn(service, 'ada@example.com');
  const { bytes, requests, text } = await measure('/dashboard', '.dash-figure', cookie);
  t.diagnostic(`${text} at 1/${slowdown} speed`);
  assert.ok(bytes > 10_000 && bytes < maxBytes, text);
  assert.ok(requests <= maxDashboardRequests, text);
});
