/** Tests the pages for plans and sign-in with a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserFixture, openPage } from '../../support/pages/browser.ts';
import { inProcessFixture, serviceFixture } from '../../support/fixtures.ts';
import { linkIn, messageAfter } from '../../support/accounts/messages.ts';
import { ours, signIn } from '../../support/accounts/sessions.ts';
import { shopFixture } from '../../support/shop.ts';

const service = inProcessFixture();
const shop = shopFixture();
const home = serviceFixture({ INSTALLATION: 'private' });
const chromium = browserFixture();

test('a visitor signs up by email link and opens the dashboard with a new API key', async () => {
  await using opened = await openPage(chromium, `${service.url}/dashboard`);
  const { page, problems } = opened;
  await assertAccessible(page);
  await page.getByLabel('E-mail').fill('ada@example.com');
  const message = await messageAfter(service.dataDir, 'ada@example.com', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The link was sent.').waitFor();
  });
  await page.goto(linkIn(message, service.url));
  await assertAccessible(page);
  await page.getByRole('button').click();
  await page.getByText(/^svc_sk_\w+$/).waitFor();
  await page.goto(`${service.url}/dashboard`);
  await page.getByText('ada@example.com').waitFor();
  await page.getByText('0 of 1,000 conversions used this month').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').waitFor();
  assert.deepEqual(problems, []);
});

test('the page /pricing shows the plans that are for sale, with their prices', async () => {
  await using opened = await openPage(chromium, `${shop.service.url}/pricing`, {
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  const hobby = page.getByRole('listitem').filter({ hasText: 'Choose Hobby' });
  assert.match((await hobby.textContent()) ?? '', /\$29\s.*10,000\s.*100 MB\s.*60\s.*\$0\.005/s);
  await assertAccessible(page);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(overflow), 0);
});

/** Returns the text of a page without markup. */
async function textOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { Accept: 'text/html' } });
  assert.equal(response.status, 200, url);
  return (await response.text()).replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]*>/g, ' ');
}

const pages = ['/', '/formats', '/docx-to-pdf', '/dashboard'];
const reference = ['/docs', '/docs/usage', '/docs/errors', '/docs/convert'];
const shopWords = /\bpricing\b|\bprices?\b|billing|\/v1\/plans|upgrade|stripe|prepaid|\$\d/i;

test('if no plans are sold, the pages show limits, but no plans or prices', async () => {
  // The pages in `reference` contain field names such as `plan`, so the test searches the pages in `reference` only for
  // `shopWords`.
  for (const path of pages) assert.doesNotMatch(await textOf(service.url + path), /\bplans?\b/i, path);
  for (const path of [...pages, ...reference, '/llms.txt'])
    assert.doesNotMatch(await textOf(service.url + path), shopWords, path);
  assert.match(
    await textOf(`${service.url}/docs`),
    /without a key\s+not counted\s+5\s.*with a key\s+1,000\s+10\s/s,
  );
  for (const path of ['/pricing', '/docs/billing', '/dashboard/billing'])
    assert.equal((await fetch(service.url + path)).status, 404, path);
  const checkout = await fetch(`${service.url}/v1/billing/checkout`, {
    method: 'POST',
    headers: {
      Cookie: await signIn(service, 'buyer@example.com'),
      ...ours,
      'Content-Type': 'application/json',
    },
    body: '{"plan":"hobby"}',
  });
  assert.equal(checkout.status, 502);
});

test('every page links to the pricing page if the service sells plans', async () => {
  const { url } = shop.service;
  for (const path of [...pages, ...reference]) assert.match(await textOf(url + path), /\bPricing\b/, path);
  assert.match(await textOf(`${url}/docs`), /startup\s+50,000\s/);
  assert.match(await textOf(`${url}/docs/billing`), /\/v1\/billing\/checkout/);
  const summary = await (await fetch(`${url}/llms.txt`)).text();
  assert.match(summary, /^- \[Plans\].*\n\n## Calls$/m);
  assert.match(summary, /POST \/v1\/billing\/checkout/);
});

test('the pages of a private installation show no sign-in, rate limit or plans', async () => {
  await using opened = await openPage(chromium, home.url);
  const { page, problems } = opened;
  assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0);
  assert.equal(await page.getByText('per minute').count(), 0);
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[1]') });
  await page.getByLabel('Convert to', { exact: true }).fill('yaml');
  await page.getByLabel('Convert to', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  for (const path of ['/pricing', '/dashboard'])
    assert.equal((await fetch(home.url + path)).status, 404, path);
  assert.deepEqual(problems, []);
});
