/**
 * Tests the dashboard: sign-in with the first key, key management, the warning for secrets that are shown once, and
 * account deletion.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserFixture, openPage } from '../../support/pages/browser.ts';
import { dashboardSettings, ownerOf } from '../../support/pages/dashboard.ts';
import { inProcessFixture } from '../../support/fixtures.ts';
import { linkIn, messageAfter } from '../../support/accounts/messages.ts';
import { callWithKey } from '../../support/server/service.ts';

const service = inProcessFixture(dashboardSettings);
const unverified = inProcessFixture({ ...dashboardSettings, KEY_VERIFICATION: 'none' });
const chromium = browserFixture();

const statusWith = async (key: string) => (await callWithKey(`${service.url}/v1/usage`, key)).status;

test('opens the dashboard once the user confirms that the first API key is stored', async () => {
  await using opened = await openPage(chromium, `${service.url}/dashboard`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, problems } = opened;
  await page.getByLabel('E-mail').fill('ada@example.com');
  const message = await messageAfter(service.dataDir, 'ada@example.com', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The link was sent.').waitFor();
  });
  await page.goto(linkIn(message, service.url));
  await page.getByRole('button', { name: 'Show my key' }).click();
  const shown = page.getByText(/^svc_sk_\w+$/);
  const key = (await shown.textContent()) ?? '';
  assert.equal(await statusWith(key), 200);
  await assertAccessible(page);
  assert.match((await page.locator('.code-block code').textContent()) ?? '', new RegExp(`Bearer ${key}"`));
  assert.equal(await page.locator('.button.solid').allInnerTexts().then(String), 'Copy');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Formats' }).first().click();
  await shown.waitFor();
  assert.equal(questions, 1, 'leaving asks');
  await page.getByRole('link', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal(questions, 1, 'what is stored may be left');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').waitFor();
  assert.deepEqual(problems, []);
});

test('without email verification, signing up returns an API key at once only for a new email address', async () => {
  await using opened = await openPage(chromium, `${unverified.url}/dashboard`);
  const { page, problems } = opened;
  await page.getByLabel('E-mail').fill('at-once@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const key = (await page.getByText(/^svc_sk_\w+$/).textContent()) ?? '';
  assert.equal((await callWithKey(`${unverified.url}/v1/usage`, key)).status, 200);
  await page.locator('#secret-title:focus').waitFor();
  await assertAccessible(page);
  let questions = 0;
  page.on('dialog', (dialog) => {
    questions += 1;
    void dialog.accept();
  });
  await page.goto(`${unverified.url}/dashboard`);
  assert.equal(questions, 1, 'leaving asks');
  await page.getByLabel('E-mail').fill('at-once@example.com');
  await messageAfter(unverified.dataDir, 'at-once@example.com', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The link was sent.').waitFor();
  });
  assert.deepEqual(problems, []);
});

test('the user can create, see, rotate and revoke API keys in the dashboard', async () => {
  const owner = await ownerOf(service, chromium, 'keys@example.com');
  await using opened = await owner.open('/keys');
  const { page, problems } = opened;
  await page.getByLabel('Name of the key').fill('billing server');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = page.locator('.secret');
  const first = (await secret.textContent()) ?? '';
  assert.match(first, /^svc_sk_\w+$/);
  assert.equal(await statusWith(first), 200);
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Your new key');
  await assertAccessible(page);

  await page.getByRole('link', { name: 'Jobs' }).click();
  const question = page.getByRole('dialog', { name: 'Have you stored it?' });
  await assertAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await secret.textContent(), first, 'it is still there');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByLabel('Name of the key').waitFor();

  const rotate = page.getByRole('button', { name: 'Rotate billing server' });
  await rotate.click();
  await page.keyboard.press('Escape');
  const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
  assert.equal(focused, 'Rotate billing server', 'the focus is back');
  await rotate.click();
  await page.getByLabel('One hour').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  const second = (await secret.textContent()) ?? '';
  assert.notEqual(second, first);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(/Valid until in (1 hour|\d+ minutes)/).waitFor();
  assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200]);

  const old = page.getByRole('listitem').filter({ hasText: first.slice(-4) });
  await old.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('1 revoked key').waitFor();
  await page.locator('h1:focus').waitFor();
  assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200]);
  assert.deepEqual(problems, []);
});

test('the user can export and delete the account, and sign out all sessions, in the dashboard', async () => {
  const owner = await ownerOf(service, chromium, 'leaver@example.com');
  await using opened = await owner.open('/account');
  const { page, problems } = opened;
  await assertAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the zip' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^protean-account-[\d-]+\.zip$/);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByLabel('E-mail').waitFor();

  await using again = await (await ownerOf(service, chromium, owner.email)).open('/account');
  const leave = again.page.getByRole('button', { name: 'Delete account' });
  await leave.click();
  const question = again.page.getByRole('dialog');
  await question.getByLabel(/To confirm, type/).fill('somebody@example.com');
  await question.getByRole('button', { name: 'Delete account' }).click();
  await question.getByText('That is not the e-mail address of this account.').waitFor();
  await assertAccessible(again.page);
  await question.getByLabel(/To confirm, type/).fill(owner.email);
  await question.getByRole('button', { name: 'Delete account' }).click();
  await again.page.getByRole('heading', { name: 'Account deleted' }).waitFor();
  await again.page.goto(`${service.url}/dashboard`);
  await again.page.getByLabel('E-mail').waitFor();
  assert.deepEqual([...problems, ...again.problems], []);
});
