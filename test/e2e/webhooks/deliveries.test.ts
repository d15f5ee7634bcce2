/**
 * Tests that webhook deliveries are signed, retried and sent at least once, even if a process crashes, on SQLite and
 * PostgreSQL (contract §8.5).
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { databaseKinds, openDatabases, type TestDatabases } from '../../support/storage/databases.ts';
import { until } from '../../support/server/service.ts';
import { aCustomer, openDeliveryProcess, type DeliveryProcess } from '../../support/jobs/webhook-process.ts';
import { isSignedBy, signedAt, startReceiver } from '../../support/jobs/webhook-receiver.ts';

const crashable = fileURLToPath(new URL('../../support/jobs/crashable-deliverer.ts', import.meta.url));

for (const kind of databaseKinds) {
  describe(kind, () => {
    let databases: TestDatabases;
    const folders: string[] = [];
    let env: Record<string, string>;
    let sender: DeliveryProcess;

    before(async () => {
      databases = await openDatabases(kind);
      env = await settings();
      sender = await openDeliveryProcess(env);
      sender.deliveries.start();
    });

    after(async () => {
      await sender.close();
      await databases.close();
      for (const folder of folders) await rm(folder, { recursive: true });
    });

    /** Returns settings of processes that share a new, empty database. */
    const settings = async () => {
      folders.push(await mkdtemp(path.join(tmpdir(), 'protean-e2e-')));
      return {
        DATA_DIR: folders.at(-1) ?? '',
        SECRET_KEY: 'a key that is only as long as needed',
        WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
        // The first two attempts are made in different seconds, so they have different signatures.
        WEBHOOK_RETRY_SCHEDULE: '0,1.1,0.2',
        ...(await databases.fresh()),
      };
    };

    const untilStatus = (jobId: string, status: string, of = sender) =>
      until(status, 10_000, async () => (await of.rowOf(jobId))['status'] === status);

    test('sends a webhook event with the documented HTTP headers, body and signature', async () => {
      using receiver = await startReceiver();
      const { id, secret } = await aCustomer(sender);
      const jobId = await sender.announceOne(id, `${receiver.url}/hook?a=1`);
      await receiver.until(1);
      await untilStatus(jobId, 'delivered');
      const [got = assert.fail()] = receiver.received;
      const row = await sender.rowOf(jobId);
      assert.equal(got.path, '/hook?a=1');
      assert.equal(got.headers['content-type'], 'application/json');
      assert.equal(got.headers['user-agent'], 'Service-Webhook/1.0');
      assert.equal(got.headers['x-service-event'], 'job.completed');
      assert.equal(got.headers['x-service-delivery'], row['id']);
      assert.match(String(row['id']), /^[\da-f]{8}-[\da-f]{4}-4/);
      assert.equal(got.body, row['body']);
      const event = JSON.parse(got.body) as { event: string; data: { job_id: string } };
      assert.deepEqual([event.event, event.data.job_id], ['job.completed', jobId]);
      assert.ok(isSignedBy(secret, got));
      assert.ok(Math.abs(signedAt(got) - got.at / 1000) < 3);
      const { status, attempts, last_error, due_at, lease_id } = row;
      assert.deepEqual(
        { status, attempts, last_error, due_at, lease_id },
        { status: 'delivered', attempts: 1, last_error: null, due_at: null, lease_id: null },
      );
    });

    test('does not send a webhook event if its transaction is rolled back', async () => {
      using receiver = await startReceiver();
      const { id } = await aCustomer(sender);
      const torn = sender.db.write(async (db) => {
        const event = {
          accountId: id,
          jobId: 'none',
          url: receiver.url,
          event: 'job.failed',
          data: {},
          traceparent: null,
        } as const;
        await sender.outbox.add(db, event);
      });
      // The job of this event does not exist, so the transaction rolls back.
      await assert.rejects(torn);
      await untilStatus(await sender.announceOne(id, receiver.url), 'delivered');
      assert.equal(receiver.received.length, 1);
    });

    test('every attempt of a webhook delivery sends the same bytes with a new signature', async () => {
      using receiver = await startReceiver((_, response, nth) => {
        if (nth === 1) response.writeHead(500).end('no');
        else if (nth === 2) response.writeHead(302, { Location: '/elsewhere' }).end();
        else response.writeHead(299).end();
      });
      const { id, secret } = await aCustomer(sender);
      const jobId = await sender.announceOne(id, `${receiver.url}/`);
      await receiver.until(1);
      await until('retrying', 5_000, async () => (await sender.rowOf(jobId))['last_error'] === 'HTTP 500');
      assert.equal((await sender.rowOf(jobId))['status'], 'retrying');
      await untilStatus(jobId, 'delivered');
      const { attempts, last_error } = await sender.rowOf(jobId);
      assert.deepEqual({ attempts, last_error }, { attempts: 3, last_error: null });
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 1);
      const [first = assert.fail(), second = assert.fail()] = receiver.received.map(signedAt);
      assert.ok(second > first);
      assert.ok(receiver.received.every((one) => one.path === '/' && isSignedBy(secret, one)));
    });

    test('marks a webhook delivery as failed after its last attempt, and makes no further attempts', async () => {
      using receiver = await startReceiver((_, response) => response.writeHead(404).end());
      const { id } = await aCustomer(sender);
      const jobId = await sender.announceOne(id, receiver.url);
      await untilStatus(jobId, 'failed');
      const { attempts, last_error, due_at } = await sender.rowOf(jobId);
      assert.deepEqual(
        { attempts, last_error, due_at },
        { attempts: 3, last_error: 'HTTP 404', due_at: null },
      );
      const times = receiver.received.map(({ at }) => at);
      assert.ok(times.every((at, n) => n === 0 || at - (times[n - 1] ?? 0) >= 200));
    });

    test('signs a repeated webhook attempt with the current secret, even if the secret has changed', async () => {
      const rotated = Promise.withResolvers<string>();
      using receiver = await startReceiver((_, response, nth) => {
        if (nth > 1) response.writeHead(204).end();
        else
          void sender.secrets
            .rotate(id)
            .then(rotated.resolve, rotated.reject)
            .then(() => response.writeHead(500).end());
      });
      const { id, secret } = await aCustomer(sender);
      await sender.announceOne(id, receiver.url);
      await receiver.until(2);
      const [first = assert.fail(), second = assert.fail()] = receiver.received;
      const next = await rotated.promise;
      assert.deepEqual([isSignedBy(secret, first), isSignedBy(next, first)], [true, false]);
      assert.deepEqual([isSignedBy(secret, second), isSignedBy(next, second)], [false, true]);
    });

    test('the database contains no webhook secrets or hashes of webhook secrets', async () => {
      const { id, secret } = await aCustomer(sender);
      const key = await sender.secrets.signingKey(id);
      const rows = JSON.stringify(await sender.db.query.selectFrom('webhook_secrets').selectAll().execute());
      assert.ok(rows.includes(id));
      assert.ok(key && !rows.includes(key) && !rows.includes(secret.slice('whsec_'.length)));
    });

    test('two processes send 200 due webhook events, and no event is sent twice', async () => {
      const trying = new Set<string>();
      const twice: string[] = [];
      using receiver = await startReceiver(({ headers }, response) => {
        const id = String(headers['x-service-delivery']);
        if (trying.has(id)) twice.push(id);
        trying.add(id);
        setTimeout(() => {
          trying.delete(id);
          response.writeHead(204).end();
        }, 20);
      });
      const own = await settings();
      await using first = await openDeliveryProcess(own);
      await using second = await openDeliveryProcess(own);
      const two = [first, second] as const;
      const { id } = await aCustomer(two[0]);
      // Uses 10 host names, so that deliveries run concurrently.
      const places = Array.from({ length: 10 }, (_, n) =>
        receiver.url.replace('127.0.0.1', `127.0.0.${n + 1}`),
      );
      const events = Array.from({ length: 200 }, (_, n) => ({ accountId: id, url: places[n % 10] ?? '' }));
      await two[0].announce(events);
      for (const { deliveries } of two) deliveries.start();
      await receiver.until(200);
      await until(
        'all attempts are recorded',
        10_000,
        () => two[0].attempts.length + two[1].attempts.length === 200,
      );
      assert.deepEqual(twice, []);
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 200);
      assert.deepEqual([...two[0].errors, ...two[1].errors], []);
    });

    test('a normal stop waits for running webhook attempts, but an immediate stop does not', async () => {
      const answering = Promise.withResolvers<() => void>();
      using receiver = await startReceiver((_, response) =>
        answering.resolve(() => void response.writeHead(204).end()),
      );
      const own = await settings();
      await using gentle = await openDeliveryProcess(own);
      await using hasty = await openDeliveryProcess(own);
      await using other = await openDeliveryProcess(own);
      const { id } = await aCustomer(other);
      const first = await other.announceOne(id, receiver.url);
      gentle.deliveries.start();
      await receiver.until(1);
      const stopping = gentle.close();
      (await answering.promise)();
      await stopping;
      assert.equal((await other.rowOf(first))['status'], 'delivered');

      const second = await other.announceOne(id, receiver.url);
      hasty.deliveries.start();
      await receiver.until(2);
      const began = performance.now();
      await hasty.close(true);
      assert.ok(performance.now() - began < 2_000);
      const { status, attempts, lease_id } = await other.rowOf(second);
      assert.deepEqual({ status, attempts, lease_id }, { status: 'pending', attempts: 0, lease_id: null });
    });

    test('redelivers a webhook event on request even if the sending process was killed', async () => {
      using receiver = await startReceiver();
      const own = await settings();
      await using other = await openDeliveryProcess(own);
      const { id } = await aCustomer(other);
      const jobId = await other.announceOne(id, receiver.url);
      const child = fork(crashable, [JSON.stringify(own), 'after-post']);
      await once(child, 'exit');
      const deliveryId = String((await other.rowOf(jobId))['id']);
      assert.ok(await other.deliveryLog.redeliver({ accountId: id, jobId, deliveryId }));
      other.deliveries.start();
      await other.lease.sweep();
      await untilStatus(jobId, 'delivered', other);
      // The database has no record of the killed process's attempt.
      assert.deepEqual([receiver.received.length, (await other.rowOf(jobId))['attempts']], [3, 2]);
    });

    test('stores the latest 100 attempts of a webhook delivery', async () => {
      using receiver = await startReceiver();
      const { id } = await aCustomer(sender);
      const jobId = await sender.announceOne(id, receiver.url);
      await untilStatus(jobId, 'delivered');
      const deliveryId = String((await sender.rowOf(jobId))['id']);
      for (let n = 2; n <= 103; n += 1) {
        await sender.deliveryLog.redeliver({ accountId: id, jobId, deliveryId });
        await until('delivered', 5_000, async () => (await sender.rowOf(jobId))['attempts'] === n);
      }
      const [{ attempts } = assert.fail()] = await sender.deliveryLog.list(id, jobId);
      assert.equal(attempts.length, 100);
      const kept = await sender.db.query
        .selectFrom('delivery_attempts')
        .select(({ fn }) => fn.min('nth').as('first'))
        .where('delivery_id', '=', deliveryId)
        .executeTakeFirst();
      assert.equal(kept?.first, 4);
    });

    for (const [point, posts] of [
      ['before-post', 0],
      ['after-post', 1],
    ] as const) {
      test(`another process continues a webhook delivery if the first process is killed ${point.replace('-post', ' its POST request')}`, async () => {
        using receiver = await startReceiver();
        const own = await settings();
        await using other = await openDeliveryProcess(own);
        const { id } = await aCustomer(other);
        const jobId = await other.announceOne(id, receiver.url);
        const child = fork(crashable, [JSON.stringify(own), point]);
        await once(child, 'exit');
        assert.equal(child.signalCode, 'SIGKILL');
        assert.equal(receiver.received.length, posts);
        assert.notEqual((await other.rowOf(jobId))['lease_id'], null);
        other.deliveries.start();
        await other.lease.sweep();
        await untilStatus(jobId, 'delivered', other);
        assert.equal(receiver.received.length, posts + 1);
        assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
        assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 1);
      });
    }
  });
}
