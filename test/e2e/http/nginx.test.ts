/**
 * Tests pages, uploads, event streams, links and the rate limit behind nginx below a path prefix. nginx is configured
 * as in docs/operations/network.md.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserFixture } from '../../support/pages/browser.ts';
import {
  choose,
  contentOf,
  download,
  downloadOf,
  filesFixture,
  start,
} from '../../support/pages/convert-page.ts';
import { ownerOf } from '../../support/pages/dashboard.ts';
import { nginxFixture } from '../../support/server/nginx.ts';

const MB = 1024 * 1024;

const service = nginxFixture({
  RATE_OVERRIDES: '{"anonymous":100000,"reading":100000,"free":100000}',
  SIZE_OVERRIDES: `{"free":${MB}}`,
});
const chromium = browserFixture();
const files = filesFixture();

test('behind nginx, the convert page converts a small file directly and a large file as a job', async () => {
  const owner = await ownerOf(service, chromium, 'ada@example.com');
  await using opened = await owner.open('/keys');
  const { page, problems, requests } = opened;
  await page.getByLabel('Name of the key').fill('behind nginx');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText(/^svc_sk_\w+$/).waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  await page.goto(`${service.url}/`);
  await page.locator('[data-started=true]').waitFor({ state: 'attached' });
  const large = await files.write('large.json', JSON.stringify({ a: 'x'.repeat(2 * MB) }));
  await choose(page, [await files.write('small.json', '{"a":1}'), large], 'yaml');
  await start(page).click();
  const small = await download(page, () => downloadOf(page, 'small.json').click());
  assert.equal((await contentOf(small)).toString(), 'a: 1\n');
  const result = await download(page, () => downloadOf(page, 'large.json').click());
  assert.match((await contentOf(result)).subarray(0, 10).toString(), /^a: x/);
  for (const part of ['/v1/convert', '/v1/uploads', '/v1/jobs', '/events'])
    assert.ok(
      requests.some((url) => url.startsWith(service.url) && url.includes(part)),
      part,
    );

  await page.goto(`${service.url}/dashboard/jobs`);
  const link = page.getByRole('link', { name: 'Download large.yaml' });
  assert.ok((await contentOf(await download(page, () => link.click()))).length > 2 * MB);
  await page.reload();
  await page.getByRole('link', { name: 'Details of large.yaml' }).click();
  await page.getByRole('heading', { name: 'large.yaml', level: 1 }).waitFor();
  assert.ok(page.url().startsWith(`${service.url}/dashboard/jobs/`), page.url());
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(`${service.url}/`)),
    [],
  );
  assert.deepEqual(problems, []);

  const events = await fetch(page.url().replace('/dashboard/', '/v1/') + '/events', {
    headers: { Cookie: owner.cookie },
  });
  assert.match(events.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.match(await events.text(), /"status":"completed"/);
});

test('behind nginx, rate limits ignore a forged X-Forwarded-For', async () => {
  const left = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    const response = await fetch(`${service.url}/v1/plans`, { headers });
    return Number(response.headers.get('x-ratelimit-remaining'));
  };
  assert.equal((await left('203.0.113.1')) - (await left('203.0.113.2')), 1);
});
