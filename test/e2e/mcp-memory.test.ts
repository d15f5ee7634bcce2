/** Memory while 50 clients send the largest call that is taken: bounded, whatever they do. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base64, callTool } from '../support/mcp.ts';
import { memoryOf } from '../support/memory.ts';
import { busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';

/** Of the server: 50 bodies of 1.4 MB as bytes, as text and decoded, and what is collected only now and then. */
const maxGrowthMB = 300;

const clients = 50;

let app: TestApp;
let customers: Customer[];

before(async () => {
  // None is refused because of those ahead of it.
  app = await openTestApp('sqlite', { CONVERSION_WAIT_SECONDS: '600' });
  customers = await Promise.all(Array.from({ length: 5 }, () => app.customer('hobby', busy)));
});

after(() => app.close());

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
  const before = memoryOf(app.service.process.pid);
  const answers = await Promise.all(Array.from({ length: clients }, (_, n) => call(n, 1024 * 1024)));
  const failures = answers.flatMap(({ failure }) => failure.message ?? []);
  assert.deepEqual(failures, []);
  const grown = memoryOf(app.service.process.pid).peak - before.now;
  t.diagnostic(`from ${Math.round(before.now)} MB by ${Math.round(grown)} MB`);
  assert.ok(grown < maxGrowthMB, `${Math.round(grown)} MB`);
});
