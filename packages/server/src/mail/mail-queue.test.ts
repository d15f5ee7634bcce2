import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailQueue } from './mail-queue.ts';

const message = { to: 'ada@example.com', subject: 'x', text: 'x' };
const away = new Error('connect ECONNREFUSED');
const busy = Object.assign(new Error('451 try again'), { responseCode: 451 });
const never = Object.assign(new Error('550 no such mailbox'), { responseCode: 550 });

const rows: [what: string, failures: readonly Error[], waits: readonly number[], triesLeft: number[]][] = [
  ['does not retry an email message that is accepted', [], [1, 1], []],
  ['retries an email message until it is accepted', [away, busy], [1, 1], [2, 1]],
  ['stops sending an email message after the last retry', [away, away, away], [1, 1], [2, 1, 0]],
  ['does not retry an email message that is rejected permanently', [never], [1, 1], [0]],
  ['stops retrying an email message once it is rejected permanently', [busy, never], [1, 1], [2, 0]],
];

for (const [what, failures, waits, expected] of rows) {
  test(what, async () => {
    const left: number[] = [];
    let tries = 0;
    const ended = Promise.withResolvers<void>();
    const send = () => {
      const failure = failures[(tries += 1) - 1];
      if (!failure) ended.resolve();
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    const hear = (_error: unknown, triesLeft: number) => {
      left.push(triesLeft);
      if (triesLeft === 0) ended.resolve();
    };
    const queue = new MailQueue({ send }, hear, waits);
    queue.enqueue(message);
    await ended.promise;
    await queue.close();
    assert.deepEqual(left, expected);
    assert.equal(tries, failures.length + (expected.at(-1) === 0 ? 0 : 1));
  });
}

test('retries each pending email message one last time when the queue is closed', async () => {
  const left: number[] = [];
  const failed = Promise.withResolvers<void>();
  const hear = (_error: unknown, triesLeft: number) => {
    left.push(triesLeft);
    failed.resolve();
  };
  const queue = new MailQueue({ send: () => Promise.reject(away) }, hear, [3_600_000, 3_600_000]);
  queue.enqueue(message);
  await failed.promise;
  await queue.close();
  assert.deepEqual(left, [2, 0]);
});
