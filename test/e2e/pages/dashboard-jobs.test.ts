/** Tests jobs, webhooks and deliveries in the dashboard against a real server. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { assertAccessible, browserFixture } from '../../support/pages/browser.ts';
import { dashboardSettings, endedJob, ownerOf, type Owner } from '../../support/pages/dashboard.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { writeLongVideo } from '../../support/files/long-video.ts';
import { until } from '../../support/server/service.ts';
import { isSignedBy, startReceiver } from '../../support/jobs/webhook-receiver.ts';

const chromium = browserFixture();

const { service, folder } = ((): { service: InProcessService; folder: { path: string } } => {
  const opened = { service: {} as InProcessService, folder: { path: '' } };
  fixture(async (stack) => {
    Object.assign(opened.service, closing(stack, await startInProcess(dashboardSettings)));
    opened.folder.path = await temporaryFolder(stack);
    return opened;
  });
  return opened;
})();

interface Upload {
  file_id: string;
  upload_url: string;
}

async function uploaded({ ask }: Owner, content: string): Promise<string> {
  const { file_id: id, upload_url: url } = await ask<Upload>('POST', '/v1/uploads', {
    filename: 'sums.json',
  });
  await fetch(url, { method: 'PUT', body: content });
  return id;
}

test('the user can follow a running job and cancel it', async () => {
  const owner = await ownerOf(service, chromium, 'runner@example.com');
  const video = path.join(folder.path, 'video.mp4');
  await writeLongVideo(video, 'size=640x480:rate=25');
  await using opened = await owner.open('/jobs');
  const { page, problems } = opened;
  await page.getByText('No jobs yet.').waitFor();
  const form = new FormData();
  form.append('file', new File([await readFile(video)], 'video.mp4'));
  form.append('target', 'webm');
  await owner.ask('POST', '/v1/jobs', form);
  await page.reload();
  const progress = page.getByRole('progressbar', { name: 'Progress of MP4 to WEBM' });
  await progress.waitFor();
  await page.locator('progress[value]:not([value="0"])').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Cancel MP4 to WEBM' }).click();
  await page.getByText('Cancelled. The conversion does not count.').waitFor();
  assert.equal(await progress.count(), 0);
  assert.deepEqual(problems, []);
});

test('reopens a broken event stream of a running job', async () => {
  const owner = await ownerOf(service, chromium, 'follower@example.com');
  const video = path.join(folder.path, 'followed.mp4');
  await writeLongVideo(video, 'size=640x480:rate=25');
  const form = new FormData();
  form.append('file', new File([await readFile(video)], 'video.mp4'));
  form.append('target', 'webm');
  await using opened = await owner.open('/jobs');
  const { page } = opened;
  await page.getByText('No jobs yet.').waitFor();
  let streams = 0;
  await page.route(/\/v1\/jobs\/[^/]+\/events$/, (route) => {
    streams += 1;
    // The browser reconnects by itself if a stream ends, but not after an error status such as 503.
    return streams === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await owner.ask('POST', '/v1/jobs', form);
  await page.reload();
  await until('the stream is opened again', 20_000, () => streams > 1);
  await page.locator('progress[value]:not([value="0"])').waitFor();
  await page.getByRole('button', { name: 'Cancel MP4 to WEBM' }).click();
  await page.getByText('Cancelled. The conversion does not count.').waitFor();
});

test('the user can find earlier jobs, rerun a job and delete a result', async () => {
  const owner = await ownerOf(service, chromium, 'lister@example.com');
  const { ask } = owner;
  await Promise.all(Array.from({ length: 21 }, () => endedJob(owner)));
  await endedJob(owner, { source: 'json' }, '{{{');
  const file = await uploaded(owner, '{"sum":3}');
  const job = await ask<{ job_id: string }>('POST', '/v1/jobs', { file_id: file, target: 'yaml' });
  await ask('GET', `/v1/jobs/${job.job_id}?wait=60`);

  await using opened = await owner.open('/jobs');
  const { page, problems } = opened;
  const rows = page.getByRole('main').locator('li.job-row');
  await rows.nth(19).waitFor();
  await page.getByText('This JSON is truncated: its end is missing.').waitFor();
  await page.getByRole('button', { name: 'Older jobs' }).click();
  await rows.nth(22).waitFor();
  assert.equal(await rows.count(), 23);

  await page.getByRole('link', { name: 'Failed' }).click();
  await page.waitForURL(/\/dashboard\/jobs\?status=failed$/);
  await page.getByText('This JSON is truncated: its end is missing.').waitFor();
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.goBack();
  await rows.nth(19).waitFor();

  await page.getByRole('button', { name: 'Run sums.yaml again' }).click();
  await page.getByText('A new job was started.').waitFor();
  await page.getByRole('link', { name: 'Details of sums.yaml' }).nth(1).waitFor();
  const { conversions } = await ask<{ conversions: { used: number } }>('GET', '/v1/usage');
  assert.equal(conversions.used, 23);

  await page.getByRole('link', { name: 'Details of sums.yaml' }).first().click();
  await page.getByRole('heading', { name: 'sums.yaml', level: 1 }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download sums.yaml' }).click(),
  ]);
  assert.equal(await readFile(await download.path(), 'utf8'), 'sum: 3\n');
  await page.getByRole('button', { name: 'Delete the file of sums.yaml' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Done. Its file was deleted.').waitFor();
  assert.deepEqual(problems, []);
});

test('the user can set up, test and redeliver webhooks', async () => {
  using receiver = await startReceiver((request, response, nth) => {
    response.writeHead(request.path === '/job' && nth === 1 ? 500 : 204).end();
  });
  const owner = await ownerOf(service, chromium, 'hooks@example.com');
  await using opened = await owner.open('/webhooks');
  const { page, problems } = opened;
  const address = page.getByLabel('URL of your endpoint');
  await address.fill(`${receiver.url}/test`);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Create a signing secret first').waitFor();
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
  const secret = (await page.locator('.secret').textContent()) ?? '';
  assert.match(secret, /^whsec_/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(/^Delivered: HTTP 204/).waitFor();
  const [tested] = receiver.received;
  assert.ok(tested && isSignedBy(secret, tested));
  await address.fill('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('This URL can’t be used.').waitFor();

  await endedJob(owner, { webhook_url: `${receiver.url}/job` });
  await receiver.until(2);
  await page.reload();
  await page.getByText('Retrying', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Attempts of numbers.yaml' }).click();
  await page.getByRole('cell', { name: 'HTTP 500' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Redeliver job.completed' }).click();
  await receiver.until(3);
  await page.getByRole('cell', { name: 'HTTP 204' }).waitFor();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  assert.equal(receiver.received[1]?.body, receiver.received[2]?.body);
  assert.deepEqual(problems, []);
});
