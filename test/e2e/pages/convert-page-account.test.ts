/** Tests the convert page for a signed-in user: large files as jobs with resumable uploads, and files from URLs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { browserFixture, openTool } from '../../support/pages/browser.ts';
import {
  choose,
  contentOf,
  download,
  downloadOf,
  filesFixture,
  picker,
  rowOf,
  start,
} from '../../support/pages/convert-page.ts';
import { fixture, serviceFixture } from '../../support/fixtures.ts';
import { pathProxyFixture } from '../../support/server/path-proxy.ts';
import { signIn } from '../../support/accounts/sessions.ts';
import { shopFixture } from '../../support/shop.ts';

const MB = 1024 * 1024;
const limits = {
  RATE_OVERRIDES: '{"anonymous":100000,"reading":100000,"free":100000}',
  SIZE_OVERRIDES: `{"free":${MB},"local":${MB}}`,
};

const service = serviceFixture({ ...limits, WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' });
const shop = shopFixture(limits);
const proxied = pathProxyFixture(limits);
const home = serviceFixture({ ...limits, INSTALLATION: 'private' });
const chromium = browserFixture();
const files = filesFixture();

type SignedInAt = Parameters<typeof signIn>[0];

/**
 * Sessions by server. The tests reuse each session, because an email address gets only a few sign-in links per hour.
 */
const sessions = new Map<SignedInAt, Promise<string>>();

/** Opens the page in a browser that is signed in. */
async function openSignedIn(at: SignedInAt) {
  const session = sessions.get(at) ?? signIn(at, 'ada@example.com');
  sessions.set(at, session);
  const [name = '', value = ''] = (await session).split('=');
  const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] };
  return openTool(chromium, `${at.url}/`, { storageState });
}

/**
 * Writes a JSON file of `megabytes` MB. The page uploads files above 16 MB in parts. A file of 40 MB has 3 parts, so
 * the third part is still missing when a test stalls the second part.
 */
const largeFile = (name: string, megabytes: number) =>
  files.write(name, JSON.stringify({ a: 'x'.repeat(megabytes * MB) }));

/**
 * Returns a list of the offsets of uploaded parts. When the upload of a part begins, its offset is added to the list.
 */
function partsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

const isPartly = /Uploading [1-9]\d? ?%/;

test('uploads a file above the limit of direct conversions and converts the file as a job', async () => {
  await using opened = await openSignedIn(service);
  const { page, problems, requests } = opened;
  await choose(page, await largeFile('large.json', 2), 'yaml');
  assert.equal(requests.filter((url) => url.includes('send-as-job')).length, 0, 'loaded before it is needed');
  await start(page).click();
  await downloadOf(page, 'large.json').waitFor();
  const got = await download(page, () => downloadOf(page, 'large.json').click());
  assert.equal(got.suggestedFilename(), 'large.yaml');
  assert.match((await contentOf(got)).subarray(0, 10).toString(), /^a: x/);
  for (const part of ['/v1/uploads', '/v1/jobs', '/events'])
    assert.ok(
      requests.some((url) => url.includes(part)),
      part,
    );
  // A conversion to another target uses the same upload.
  const sent = requests.length;
  await picker(page).fill('toml');
  await picker(page).press('Enter');
  await start(page).click();
  await page.getByRole('link', { name: 'Download large.toml' }).waitFor();
  assert.ok(!requests.slice(sent).some((url) => url.includes('/v1/uploads')), 'sent again');
  assert.deepEqual(problems, []);
});

test('resumes an upload after a lost connection, also below a path prefix', async () => {
  await using opened = await openSignedIn(proxied);
  const { page, problems } = opened;
  const parts = partsOf(page);
  await choose(page, await largeFile('dropped.json', 40), 'yaml');
  proxied.stallAfter(20 * MB);
  await start(page).click();
  await rowOf(page, 'dropped.json').getByText(isPartly).waitFor();
  proxied.cut();
  // The page resumes the upload without any action of the user.
  await downloadOf(page, 'dropped.json').waitFor();
  assert.ok(parts.length > 1 && (parts.at(-1) ?? 0) > 0, parts.join(' '));
  assert.deepEqual(problems, []);
});

test('resumes the upload of a closed tab when the user chooses the file again', async () => {
  await using opened = await openSignedIn(proxied);
  const { page } = opened;
  const file = await largeFile('closed.json', 40);
  await choose(page, file, 'yaml');
  proxied.stallAfter(20 * MB);
  await start(page).click();
  await rowOf(page, 'closed.json').getByText(isPartly).waitFor();
  const other = await page.context().newPage();
  await page.close();
  proxied.cut();
  const parts = partsOf(other);
  await other.goto(`${proxied.url}/`);
  await other.getByText(/^Stopped at \d+% of 40 MB\. Choose the file again to resume\.$/).waitFor();
  await other.getByRole('button', { name: 'Choose closed.json' }).waitFor();
  await choose(other, file, 'yaml');
  await rowOf(other, 'closed.json')
    .getByText(/Resumes at \d+%\.$/)
    .waitFor();
  await start(other).click();
  await downloadOf(other, 'closed.json').waitFor();
  assert.ok((parts[0] ?? 0) > 0, parts.join(' '));
  await other.reload();
  await other.getByRole('heading', { name: 'Recent' }).waitFor();
  assert.equal(await other.getByText('Stopped at').count(), 0);
});

test('if the user cancels the conversion of a file, its job is cancelled and the user can convert the file again', async () => {
  await using opened = await openSignedIn(service);
  const { page } = opened;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/events', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await choose(page, await largeFile('cancelled.json', 2), 'yaml');
  await start(page).click();
  const gone = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.waitForRequest('**/events');
  await page.getByRole('button', { name: 'Cancel cancelled.json' }).click();
  await gone;
  await page.getByText('Cancelled. The conversion does not count.').waitFor();
  release();
  await page.getByRole('button', { name: 'Convert again' }).click();
  await downloadOf(page, 'cancelled.json').waitFor();
});

test('offers to run a conversion as a job after the conversion exceeds the time limit for requests', async () => {
  await using opened = await openSignedIn(service);
  const { page } = opened;
  const error = {
    code: 'service_unavailable',
    message: 'It took over 60 s.',
    details: { reason: 'timeout' },
  };
  await page.route('**/v1/convert', (route) => route.fulfill({ status: 502, json: { error } }));
  await choose(page, await files.write('long.json', '{"a":1}'), 'yaml');
  await start(page).click();
  await rowOf(page, 'long.json').getByText('The conversion took too long.').waitFor();
  await page.getByRole('button', { name: 'Run as a job' }).click();
  const got = await download(page, () => downloadOf(page, 'long.json').click());
  assert.equal((await contentOf(got)).toString(), 'a: 1\n');
});

test("shows the account's limits, and converts a small file directly with /v1/convert", async () => {
  await using opened = await openSignedIn(service);
  const { page, requests, problems } = opened;
  await page.getByText('Up to 100 MB per file, 100,000 per minute.').waitFor();
  await choose(page, await files.write('small.json', '[1]'), 'yaml');
  await start(page).click();
  await downloadOf(page, 'small.json').waitFor();
  assert.ok(requests.some((url) => url.endsWith('/v1/convert')));
  assert.deepEqual(problems, []);
});

for (const sellsPlans of [true, false]) {
  const offer = sellsPlans
    ? 'links to the plans if the server sells plans'
    : 'shows no link to plans if the server sells no plans';
  test(`when the monthly quota is used up, ${offer}`, async () => {
    await using opened = await openSignedIn(sellsPlans ? shop.service : service);
    await assertQuotaMessage(opened.page, sellsPlans ? 1 : 0);
  });
}

async function assertQuotaMessage(page: Page, offers: number): Promise<void> {
  await page.route('**/v1/convert', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'quota_exceeded', message: 'Used.', details: {} } },
    }),
  );
  await choose(page, await files.write('over.json', '[1]'), 'yaml');
  await start(page).click();
  await rowOf(page, 'over.json').getByText('You have used all of this month’s conversions.').waitFor();
  assert.equal(await rowOf(page, 'over.json').getByRole('link', { name: 'Plans' }).count(), offers);
}

/** A web server with a file that the service converts by URL. */
const site = fixture(async (stack) => {
  const server = createServer((_request, response) => response.end('{"a":1}')).listen(0, '127.0.0.1');
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

async function addAddress(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Convert from a URL' }).click();
  await page.getByLabel('URL of the file').fill(url);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

test('converts a file from a URL, even if the file name does not show the format', async () => {
  await using opened = await openSignedIn(service);
  const { page, problems } = opened;
  await addAddress(page, `${site.url}/report`);
  await rowOf(page, 'report').getByText('JSON').waitFor();
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  const got = await download(page, () => downloadOf(page, 'report').click());
  assert.equal((await contentOf(got)).toString(), 'a: 1\n');
  assert.deepEqual(problems, []);
});

test('explains in plain words that a URL with an internal address is refused', async () => {
  await using opened = await openSignedIn(proxied);
  const { page } = opened;
  await addAddress(page, `${site.url}/inside.json`);
  await picker(page).fill('yaml');
  await picker(page).press('Enter');
  await start(page).click();
  await rowOf(page, 'inside.json').getByText('The URL could not be downloaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

test('on a private installation, a user without an account can convert a large file as a job', async () => {
  await using opened = await openTool(chromium, home.url);
  const { page, requests, problems } = opened;
  await choose(page, await largeFile('private.json', 2), 'yaml');
  await start(page).click();
  await downloadOf(page, 'private.json').waitFor();
  assert.ok(requests.some((url) => url.includes('/v1/uploads')));
  assert.deepEqual(problems, []);
});
