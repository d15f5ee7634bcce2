/**
 * The database may fail after an attempt to send a webhook event, but before the outcome is stored. If the outcome of
 * an attempt cannot be stored, the sender keeps the outcome until the database is available again.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '../../support/storage/databases.ts';
import { until } from '../../support/server/service.ts';
import { aCustomer, openDeliveryProcess } from '../../support/jobs/webhook-process.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';

test('does not resend a webhook event if a database outage delays recording its outcome', async (context) => {
  const postgres = await startPostgres();
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  const answer = Promise.withResolvers<() => void>();
  using receiver = await startReceiver((_, response) => {
    answer.resolve(() => void response.writeHead(204).end());
  });
  const sender = await openDeliveryProcess({
    ...(await postgres.fresh()),
    ...{ DATA_DIR: dir, SECRET_KEY: 'a key that is only as long as needed' },
    ...{ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: '0,0' },
  });
  context.after(async () => {
    await sender.close();
    await postgres.close();
    await rm(dir, { recursive: true });
  });
  const { id } = await aCustomer(sender);
  const jobId = await sender.announceOne(id, receiver.url);
  assert.equal((await sender.rowOf(jobId))['status'], 'pending');
  sender.deliveries.start();
  const answerNow = await answer.promise;
  await postgres.stop();
  const failures = sender.errors.length;
  answerNow();
  // `backlog` returns undefined while the database is unavailable. The test waits with `backlog`, because reading the
  // row of the delivery would throw.
  await until('the database is away', 10_000, async () => (await sender.deliveries.backlog()) === undefined);
  await until('the outcome could not be written', 10_000, () => sender.errors.length > failures);
  await postgres.start();
  let row: Record<string, unknown> = {};
  await until('the outcome is written', 20_000, async () => {
    // Each connection from before the outage fails when it is used for the first time.
    row = await sender.rowOf(jobId).catch(() => ({}));
    return row['status'] === 'delivered';
  });
  assert.deepEqual([receiver.received.length, row['attempts']], [1, 1]);
});

test('sends a claimed webhook event once, even if the database connection breaks', async (context) => {
  const postgres = await startPostgres();
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  using receiver = await startReceiver((_, response) => void response.writeHead(204).end());
  const sender = await openDeliveryProcess({
    ...(await postgres.fresh()),
    ...{ DATA_DIR: dir, SECRET_KEY: 'a key that is only as long as needed' },
    ...{ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: '0,0' },
  });
  context.after(async () => {
    await sender.close();
    await postgres.close();
    await rm(dir, { recursive: true });
  });
  const { lease } = sender;
  const claim = lease.claim.bind(lease);
  lease.claim = (work, release) =>
    claim(async (leaseId) => {
      lease.claim = claim;
      await work(leaseId);
      throw new Error('Connection terminated unexpectedly');
    }, release);
  const { id } = await aCustomer(sender);
  const jobId = await sender.announceOne(id, receiver.url);
  sender.deliveries.start();
  await until('it is delivered', 10_000, async () => (await sender.rowOf(jobId))['status'] === 'delivered');
  assert.equal(receiver.received.length, 1);
  assert.match(String(sender.errors), /Connection terminated/);
});
