/** Warnings of a conversion appear in a header, in the JSON result and in the job record. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accepted, ended, jsonOf, submit } from '../../support/jobs/jobs.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(() => app.close());

const german = Buffer.from('Stra\xdfe und H\xf6he\n', 'latin1');
const subtitles = Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), german]);
const code = 'encoding_guessed';

const fieldsOf = (name: string, bytes: Buffer, target: string) =>
  [
    ['file', new File([bytes], name)],
    ['target', target],
  ] as const;

test('the X-Conversion-Warnings header reports a guessed text encoding', async () => {
  for (const [name, bytes, target] of [
    ['note.txt', german, 'html'],
    ['page.html', german, 'pdf'],
    ['video.srt', subtitles, 'vtt'],
  ] as const) {
    const guessed = await ask(app, '/v1/convert', customer, { fields: fieldsOf(name, bytes, target) });
    assert.equal(guessed.status, 200, guessed.error.message);
    assert.equal(guessed.headers.get('X-Conversion-Warnings'), code, name);
    const plain = Buffer.from(bytes.toString('latin1'));
    const certain = await ask(app, '/v1/convert', customer, { fields: fieldsOf(name, plain, target) });
    assert.equal(certain.headers.get('X-Conversion-Warnings'), null, name);
  }
});

test('the JSON result and the job record contain the warning about a guessed encoding', async () => {
  const fields = fieldsOf('note.txt', german, 'html');
  const headers = { Accept: 'application/json' };
  const answer = await ask(app, '/v1/convert', customer, { fields, headers });
  const job = await ended(app, customer, await accepted(submit(app, customer, [...fields])));
  for (const result of [jsonOf<typeof job.result>(answer), job.result]) {
    const [warning, ...others] = result?.warnings ?? [];
    assert.deepEqual([warning?.code, others], [code, []]);
    assert.match(warning?.message ?? '', /encoding .* guessed/);
  }
});
