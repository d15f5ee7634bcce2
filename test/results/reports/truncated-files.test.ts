/** If the engine of a format detects that a file is truncated, the file is refused with the reason `truncated`. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Samples } from '../../samples/samples.ts';
import { cut } from '../../support/files/damaged-files.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;
let samples: Samples;
const stack = new AsyncDisposableStack();

before(async () => {
  samples = new Samples(await temporaryFolder(stack));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await stack.disposeAsync();
});

for (const [source, target] of [
  ['ps', 'png'],
  ['eps', 'png'],
  ['djvu', 'png'],
  ['avro', 'json'],
  ['bson', 'json'],
] as const)
  test(`refuses a truncated ${source} file with the reason "truncated"`, async () => {
    const whole = await readFile(await samples.get(source));
    const fields = [
      ['file', new File([new Uint8Array(cut(whole, 60))], `part.${source}`)],
      ['target', target],
    ] as const;
    const { status, error } = await ask(app, '/v1/convert', customer, { fields });
    assert.deepEqual([status, error.details?.['reason']], [400, 'truncated'], error.message);
  });
