/**
 * Opens pages in Debian's Chromium, each with a fresh profile. Records the errors and the forbidden requests of each
 * page. Checks the accessibility of pages with axe.
 */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fixture } from '../fixtures.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface TestBrowser {
  browser: Browser;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });

export const browserFixture = (): TestBrowser =>
  fixture(async (stack) => {
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    return { browser };
  });

/**
 * A page with a record of its requests. `problems` contains the page's errors, its violations of the content security
 * policy, and its requests to other servers.
 */
export interface WatchedPage extends AsyncDisposable {
  page: Page;
  problems: string[];
  requests: string[];
}

export async function openPage(
  { browser }: TestBrowser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en', ...options });
  // The timeout is long because the machine may be slow: it runs other tests at the same time.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  const { origin } = new URL(url);
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isOfPage = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOfPage) problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const to = request.url();
    if (to.startsWith('blob:')) return;
    requests.push(to);
    if (new URL(to).origin !== origin) problems.push(`request to ${to}`);
  });
  await page.goto(url);
  return { page, problems, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Asserts that axe finds no accessibility problem on the current page, in the light and in the dark theme. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // Waits until the animated change of colours has finished.
    await page.evaluate(
      'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => 0)',
    );
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`,
    );
    assert.deepEqual(found, [], `${theme}, ${page.url()}`);
  }
}

/** Opens a page with the convert tool. Waits until the tool has replaced the plain HTML form. */
export async function openTool(...args: Parameters<typeof openPage>): Promise<WatchedPage> {
  const opened = await openPage(...args);
  await opened.page.locator('[data-started=true]').waitFor({ state: 'attached' });
  return opened;
}
