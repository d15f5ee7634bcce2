/** A misbehaving receiver does not delay other receivers: healthy receivers get their events at once. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../support/server/service.ts';
import { aCustomer, openDeliveryProcess, type DeliveryProcess } from '../../support/jobs/webhook-process.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';
import { openBadReceivers, type OpenReceiver } from '../../support/jobs/webhook-bad-receivers.ts';

const MB = 1024 * 1024;

let dir: string;
let sender: DeliveryProcess;
let receivers: OpenReceiver[];

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  receivers = await openBadReceivers(({ slow }) => (slow ? 10 : 1));
  sender = await openDeliveryProcess({
    DATA_DIR: dir,
    SECRET_KEY: 'a key that is only as long as needed',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    WEBHOOK_RETRY_SCHEDULE: '0,60',
  });
  sender.deliveries.start();
});

after(async () => {
  await sender.close(true);
  for (const receiver of receivers) receiver.close();
  await rm(dir, { recursive: true });
});

test('other receivers get webhook events within 2 s while 120 attempts to slow receivers hang', async () => {
  const owners = await Promise.all(Array.from({ length: 10 }, () => aCustomer(sender)));
  // Creates events of alternating accounts. Each slow receiver gets 16 events, which is more than the sender sends to
  // one receiver at the same time. Each fast receiver gets 4 events.
  const events = Array.from({ length: 16 }, (_, round) =>
    receivers.filter(({ slow }) => slow || round < 4),
  ).flat();
  const jobIds = await sender.announce(
    events.map(({ url }, n) => ({ accountId: owners[n % owners.length]?.id ?? '', url: `${url}/hook` })),
  );
  const hanging = () => receivers.filter(({ slow }) => slow).reduce((sum, { open }) => sum + open, 0);
  await until('enough attempts hang', 10_000, () => hanging() >= 120);

  const stillFull = () => hanging() >= 100;
  const measured = await Promise.all(Array.from({ length: 5 }, () => healthy(stillFull)));
  const took = measured.flat().sort((a, b) => a - b);
  assert.ok(took.length >= 30, `${took.length} events during the load`);
  const p95 = took[Math.floor(took.length * 0.95)] ?? Infinity;
  assert.ok(p95 < 2_000, `p95 ${p95} ms`);

  for (const [n, { name, expectedError }] of receivers.entries()) {
    const jobId = jobIds[n] ?? '';
    await until(name, 20_000, async () => (await sender.rowOf(jobId))['attempts'] === 1);
    const { status, last_error } = await sender.rowOf(jobId);
    assert.deepEqual(
      { name, status, last_error },
      { name, status: expectedError === null ? 'delivered' : 'retrying', last_error: expectedError },
    );
  }
  for (const { name, longestMs, maxBytes } of receivers) {
    assert.ok(longestMs < 8_000, `${name}: ${longestMs} ms`);
    assert.ok(maxBytes < 16 * MB, `${name}: ${maxBytes} bytes`);
  }
  assert.deepEqual(sender.errors, []);
});

/**
 * Sends events to a healthy receiver, one after the other, while `stillFull` returns true. Returns, for each event, the
 * milliseconds from the start of the event's transaction until the receiver got the event.
 */
async function healthy(stillFull: () => boolean): Promise<number[]> {
  using receiver = await startReceiver();
  const { id } = await aCustomer(sender);
  const took: number[] = [];
  for (let n = 1; n <= 24 && stillFull(); n += 1) {
    const began = Date.now();
    await sender.announceOne(id, receiver.url);
    await receiver.until(n);
    took.push((receiver.received.at(-1)?.at ?? Infinity) - began);
  }
  return took;
}
