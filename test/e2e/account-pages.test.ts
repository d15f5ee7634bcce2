/** Tests the pages about plans and signing in, with a browser and emails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserFixture, openPage } from '../support/browser.ts';
import { inProcessFixture, serviceFixture } from '../support/fixtures.ts';
import { linkIn, messageAfter } from '../support/messages.ts';

const service = inProcessFixture();
const home = serviceFixture({ INSTALLATION: 'private' });
const chromium = browserFixture();

test('emails a sign-in link, shows the key once and lists the account in the dashboard', async () => {
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

test('shows the plans with their prices', async () => {
  await using opened = await openPage(chromium, `${service.url}/pricing`, {
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  const hobby = page.getByRole('listitem').filter({ hasText: 'Choose Hobby' });
  assert.match((await hobby.textContent()) ?? '', /\$29\s.*10,000\s.*100 MB\s.*60\s.*\$0\.005/s);
  await assertAccessible(page);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(overflow), 0);
});

test('offers unlimited conversions but no plans or sign-in on a private installation', async () => {
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
