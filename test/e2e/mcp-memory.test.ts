/** Memory while 50 clients send the largest call that is taken: bounded, whatever they do. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { base64, callTool } from '../support/mcp.ts';
import { busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';

/** Of the server: 50 bodies of 1.4 MB as bytes, as text and decoded, and what is collected only now and then. */
const maxGrowthMB = 300;

const clients = 50;

let app: TestApp;
let customers: Customer[];

before(async () => {
  app = await openTestApp('sqlite');
  customers = await Promise.all(Array.from({ length: 5 }, () => app.customer('hobby', busy)));
});

after(() => app.close());

/** In MB, now and at its highest so far. */
function memory(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${app.service.process.pid}/status`, 'utf8');
  const value = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: value('VmRSS'), peak: value('VmHWM') };
}

test(`${clients} clients at once grow the server by less than ${maxGrowthMB} MB`, async (t) => {
  const content = (size: number) => ({
    base64_content: base64('x'.repeat(size)),
    source_format: 'txt',
    target_format: 'md',
  });
  const call = (n: number, size: number) =>
    callTool(app.service.url, 'convert_file', content(size), {
      key: customers[n % customers.length]?.key,
    });
  assert.deepEqual((await call(0, 1_000)).failure, {});
  const before = memory();
  const answers = await Promise.all(Array.from({ length: clients }, (_, n) => call(n, 1024 * 1024)));
  const failures = answers.flatMap(({ failure }) => failure.message ?? []);
  assert.deepEqual(failures, []);
  const grown = memory().peak - before.now;
  t.diagnostic(`from ${Math.round(before.now)} MB by ${Math.round(grown)} MB`);
  assert.ok(grown < maxGrowthMB, `${Math.round(grown)} MB`);
});
