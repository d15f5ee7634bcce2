/**
 * Tests that the server streams a job's 2 GB file to storage with less than 250 MB of memory, and removes the file when
 * the job is deleted.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { ask, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { objectsOf } from '../../support/jobs/jobs.ts';

const MB = 1024 * 1024;
const megabytes = 2048;
const boundary = '-'.repeat(30);
const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
const end = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="target"\r\n\r\nmp3\r\n--${boundary}--\r\n`;

let app: TestApp;
let who: Customer;

before(async () => {
  // The job stays queued, because no worker runs.
  app = await openTestApp('sqlite', { ROLES: 'api' });
  who = await app.customer('hobby');
});

after(() => app.close());

async function send(): Promise<{ status: number | undefined; body: string }> {
  const call = request(`${app.service.url}/v1/jobs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${who.key}`,
      // With the Idempotency-Key header, the server must compute a digest of the file without loading the file into
      // memory.
      'Idempotency-Key': 'large',
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': start.length + megabytes * MB + end.length,
    },
  });
  const answered = once(call, 'response');
  const chunk = Buffer.alloc(MB, 'sound');
  call.write(start);
  for (let n = 0; n < megabytes; n += 1) if (!call.write(chunk)) await once(call, 'drain');
  call.end(end);
  const [response] = (await answered) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

test('accepts a 2 GB file, and uses less than 250 MB of memory', { timeout: 200_000 }, async () => {
  const { status, body } = await send();
  assert.equal(status, 202, body);
  const procStatus = await readFile(`/proc/${app.service.process.pid}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(procStatus)?.[1]) / 1024;
  assert.ok(peak > 30 && peak < 250, `${peak} MB at the peak`);
  const [upload = ''] = await objectsOf(app);
  const [shelf = '', ...id] = upload.split('-');
  const { size } = await stat(path.join(app.service.dataDir, 'objects', shelf, id.join('-')));
  assert.equal(size, megabytes * MB);
  const { job_id: job } = JSON.parse(body) as { job_id: string };
  assert.equal((await ask(app, `/v1/jobs/${job}`, who, { method: 'DELETE' })).status, 200);
  assert.deepEqual(await objectsOf(app), []);
});
