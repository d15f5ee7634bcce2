/** Tests the server's memory while 50 clients concurrently send calls with files of the maximum size. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base64, callTool } from '../../support/mcp/mcp.ts';
import { memoryOf } from '../../support/server/memory.ts';
import { busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

/**
 * Upper bound on the growth of the server's memory. The 50 request bodies of 1.4 MB need about 200 MB, because the
 * server holds each body three times: as bytes, as a string and decoded. The bound allows 100 MB more for garbage that
 * has not been collected yet.
 */
const maxGrowthMB = 300;

const clients = 50;

let app: TestApp;
let customers: Customer[];

before(async () => {
  // With a queue timeout of 600 s, the server refuses no call.
  app = await openTestApp('sqlite', { CONVERSION_WAIT_SECONDS: '600' });
  customers = await Promise.all(Array.from({ length: 5 }, () => app.customer('hobby', busy)));
});

after(() => app.close());

test(`${clients} concurrent MCP clients need less than ${maxGrowthMB} MB of additional memory`, async (t) => {
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
