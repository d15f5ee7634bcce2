/**
 * Tests the dashboard's usage and billing, and its messages for an expired session, no network and an unavailable
 * service.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserFixture } from '../../support/pages/browser.ts';
import { dashboardSettings, endedJob, ownerOf } from '../../support/pages/dashboard.ts';
import { inProcessFixture } from '../../support/fixtures.ts';
import { linkIn, messageAfter } from '../../support/accounts/messages.ts';
import { shopFixture } from '../../support/shop.ts';

const settings = { ...dashboardSettings, QUOTA_OVERRIDES: '{"free":5}' };
const service = inProcessFixture(settings);
const shop = shopFixture(settings);
const chromium = browserFixture();

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('shows an example request instead of a chart to an account without conversions', async () => {
  const owner = await ownerOf(shop.service, chromium, 'empty@example.com');
  await using opened = await owner.open();
  const { page, problems } = opened;
  const command = page.getByRole('region', { name: 'Conversions by day' }).locator('code');
  await command.waitFor();
  const { origin } = new URL(page.url());
  assert.ok((await command.innerText()).startsWith(`curl -f ${origin}/v1/convert \\\n`));
  assert.equal(await page.locator('.chart').count(), 0);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).getByText('Dashboard').waitFor();
  assert.equal(await page.getByTitle('You are signed in').count(), 1);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
});

test('shows monthly and daily usage as numbers, bars and a table', async () => {
  const owner = await ownerOf(shop.service, chromium, 'usage@example.com');
  await Promise.all(Array.from({ length: 4 }, () => endedJob(owner)));
  await using opened = await owner.open();
  const { page, problems } = opened;
  await page.getByText('4 of 5 conversions used this month').waitFor();
  assert.equal(await page.getByRole('meter').getAttribute('aria-valuenow'), '4');
  await page.getByText('Only 1 conversion is left this month.').waitFor();
  await page.getByText(/^4 conversions in 30 days/).waitFor();
  const bars = page.locator('.bar');
  await bars.last().waitFor();
  assert.equal(await bars.count(), 30);
  await bars.last().focus();
  const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
  assert.match(await focused(), /: 4 conversions, 0 failed, so far$/);
  await page.keyboard.press('ArrowLeft');
  assert.match(await focused(), /: 0 conversions, 0 failed$/);
  await page.getByText('As a table').click();
  assert.equal(await page.getByRole('table').getByRole('row').count(), 31);
  await assertAccessible(page);
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
  await page.route('**/v1/billing/checkout', (route) =>
    route.fulfill({
      status: 502,
      json: {
        error: { code: 'service_unavailable', message: 'No.', details: { reason: 'billing_not_set_up' } },
      },
    }),
  );
  await page.getByRole('button', { name: 'Choose Hobby' }).click();
  await page.getByText('Payments are not set up on this installation.').waitFor();
  await assertAccessible(page);
  assert.deepEqual(problems, []);
});

test('if the server sells no plans, shows the quota and limits but no plans, prices or billing', async () => {
  const owner = await ownerOf(service, chromium, 'quota@example.com');
  await Promise.all(Array.from({ length: 4 }, () => endedJob(owner)));
  await using opened = await owner.open();
  const { page, problems } = opened;
  await page.getByText('4 of 5 conversions used this month').waitFor();
  await page.getByText('Only 1 conversion is left this month.').waitFor();
  await page.getByText('As a table').click();
  const shop = /\bplans?\b|pric|billing|credit|overage|upgrade|subscription|free\b|\$/i;
  const words = async () => (await page.locator('body').innerText()).replaceAll(/\$PROTEAN_API_KEY/g, '');
  assert.doesNotMatch(await words(), shop);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByText('Member since').waitFor();
  assert.doesNotMatch(await words(), shop);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').waitFor();
  assert.doesNotMatch(await words(), shop);
  const answer = await page.goto(`${service.url}/dashboard/billing`);
  assert.equal(answer?.status(), 404);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('404')),
    [],
  );
});

test('the user can buy a plan, enable overage and open the Stripe portal', async () => {
  const { stripe } = shop;
  const owner = await ownerOf(shop.service, chromium, 'payer@example.com');
  await using opened = await owner.open('/billing');
  const { page } = opened;
  const leavesTo = async (name: string) => {
    await page.getByRole('button', { name }).click();
    await page.waitForURL(/\.stripe\.example/);
  };
  await page.route(/\.stripe\.example/, (route) => route.fulfill({ body: 'the payment page' }));
  await leavesTo('Choose Hobby');
  const [session] = [...stripe.state.sessions.keys()].slice(-1);
  assert.ok(session !== undefined);
  stripe.state.completeCheckout(session);
  await stripe.deliverAll(shop.service.url);
  await page.goto(`${shop.service.url}/dashboard/billing`);
  await page.getByText('Hobby plan').waitFor();
  await page.getByRole('switch', { name: 'Allow overage' }).check();
  await page.getByLabel('Monthly cap in US dollars').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const usage = await owner.ask<Record<string, unknown>>('GET', '/v1/usage');
  assert.deepEqual([usage['overage_enabled'], usage['overage_cap_usd']], [true, 20]);
  await leavesTo('Open the portal');
});

test('the user can buy credits through Stripe and then sees the new balance', async () => {
  const { stripe } = shop;
  const owner = await ownerOf(shop.service, chromium, 'buyer@example.com');
  await using opened = await owner.open('/billing');
  const { page } = opened;
  await page.getByText('You have 0.').waitFor();
  await page.route(/\.stripe\.example/, (route) => route.fulfill({ body: 'the payment page' }));
  await page.getByLabel('Quantity').selectOption('5000');
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.waitForURL(/\.stripe\.example/);
  const [session] = [...stripe.state.sessions.keys()].slice(-1);
  assert.ok(session !== undefined);
  stripe.state.completeCheckout(session);
  await stripe.deliverAll(shop.service.url);
  await page.goto(`${shop.service.url}/dashboard/billing`);
  await page.getByText('You have 5,000.').waitFor();
});

test('if the session expires, completes the interrupted action after a new sign-in', async () => {
  const owner = await ownerOf(service, chromium, 'back@example.com');
  await using opened = await owner.open('/keys');
  const { page, problems } = opened;
  await page.getByLabel('Name of the key').fill('half typed');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  assert.equal(await dialog.getByLabel('E-mail').inputValue(), owner.email);
  await assertAccessible(page);
  const message = await messageAfter(service.dataDir, owner.email, async () => {
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('The link was sent.').waitFor();
  });
  const other = await page.context().newPage();
  await other.goto(linkIn(message, service.url));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByText('This browser is signed in.').waitFor();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  assert.equal(await dialog.count(), 0);
  assert.deepEqual(problems, []);
});

test('the dashboard explains an outage, a rate limit or a lost connection, and resumes afterwards', async () => {
  const owner = await ownerOf(service, chromium, 'offline@example.com');
  await using opened = await owner.open('/account');
  const { page } = opened;
  await page.getByText('Your data').waitFor();
  const [keys, jobs] = ['**/v1/keys', /\/v1\/jobs\?/] as const;
  await page.route(keys, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '2' },
      json: { error: { code: 'rate_limited', message: 'slower' } },
    }),
  );
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByText(/^Too many requests\. Continues in 0:0\d\.$/).waitFor();
  await page.unroute(keys);
  await page.getByText('by e-mail').waitFor();
  await page.route(jobs, (route) => route.abort());
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('No response from the service. Trying again.').waitFor();
  await page.unroute(jobs);
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('No jobs yet.').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Offline. Continues when you are back online.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Offline.').waitFor({ state: 'detached' });
});

const shapes = [
  ['en', 390],
  ['ar', 390],
  ['de', 820],
  ['ar', 1440],
] as const;

test('each dashboard section fits phone, tablet and desktop screens, also in Arabic and German', async () => {
  const owner = await ownerOf(shop.service, chromium, 'wide@example.com');
  await endedJob(owner);
  for (const [locale, width] of shapes) {
    await using opened = await owner.open('', { locale, viewport: { width, height: 900 } });
    const { page, problems } = opened;
    for (const section of ['', '/keys', '/jobs', '/webhooks', '/billing', '/account']) {
      await page.goto(`${shop.service.url}/dashboard${section}`);
      await page.locator('#section-title').waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(await page.evaluate(overflow), 0, `${locale} ${width} ${section}`);
    }
    assert.deepEqual(problems, []);
  }
});
