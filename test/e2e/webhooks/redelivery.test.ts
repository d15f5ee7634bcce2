/** /v1/jobs/{id}/deliveries lists every attempt, and an event is sent again on its owner's request (contract §8.9). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DeliveryResource } from '../../../packages/server/src/webhooks/delivery-log.ts';
import { accepted, ended, jobOf, jsonOf, submit } from '../../support/jobs/jobs.ts';
import { until } from '../../support/server/service.ts';
import {
  ask,
  busy,
  inEachTestApp,
  toYaml,
  type Customer,
  type TestContext,
} from '../../support/server/test-app.ts';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../../support/jobs/webhook-receiver.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** Returns functions that call the API. The tests below use these functions with two different retry schedules. */
const callsAt = (here: TestContext) => {
  const deliveriesPath = (jobId: string) => `/v1/jobs/${jobId}/deliveries`;

  const redeliver = (who: Customer, jobId: string, deliveryId: string) =>
    ask(here.app, `${deliveriesPath(jobId)}/${deliveryId}/redeliver`, who, { method: 'POST' });

  const deliveries = async (who: Customer, jobId: string): Promise<DeliveryResource[]> => {
    const answer = await ask(here.app, deliveriesPath(jobId), who);
    assert.equal(answer.status, 200, answer.error.message);
    return jsonOf<{ deliveries: DeliveryResource[] }>(answer).deliveries;
  };

  return {
    deliveriesPath,
    redeliver,
    deliveries,
    someone: async (): Promise<Customer & { secret: string }> => {
      const who = await here.app.customer('hobby', busy);
      return { ...who, secret: await newSecret(who) };
    },
    newSecret: (who: Customer) => newSecret(who),
    /** Completes a job with the webhook `url` and returns its id. */
    finishedJob: async (who: Customer, url: string): Promise<string> => {
      const id = await accepted(submit(here.app, who, [...toYaml(), ['webhook_url', url]]));
      await ended(here.app, who, id);
      return id;
    },
    /** Waits until the only delivery of a job has the given state and number of attempts, and returns this delivery. */
    delivery: async (
      who: Customer,
      jobId: string,
      state: string,
      attempts: number,
    ): Promise<DeliveryResource> => {
      let last: DeliveryResource | undefined;
      await until(`${state} after ${attempts} attempts`, 15_000, async () => {
        [last] = await deliveries(who, jobId);
        return last?.state === state && last.attempts.length === attempts;
      }).catch((error: unknown) => assert.fail(`${String(error)}: ${JSON.stringify(last)}`));
      return last ?? assert.fail();
    },
    redelivered: async (who: Customer, jobId: string, deliveryId: string): Promise<DeliveryResource> => {
      const answer = await redeliver(who, jobId, deliveryId);
      assert.equal(answer.status, 202, answer.error.message);
      return jsonOf<DeliveryResource>(answer);
    },
  };

  async function newSecret(who: Customer): Promise<string> {
    return jsonOf<{ secret: string }>(await ask(here.app, '/v1/webhooks/secret', who, { method: 'POST' }))
      .secret;
  }
};

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

inEachTestApp(
  (here) => {
    const calls = callsAt(here);
    const { delivery, finishedJob, redelivered, someone } = calls;

    test('a redelivery sends the same event signed with the current secret', async () => {
      using receiver = await startReceiver((_, response, nth) =>
        response.writeHead(nth > 2 ? 204 : 500).end(),
      );
      const who = await someone();
      const id = await finishedJob(who, `${receiver.url}/hook`);
      const failed = await delivery(who, id, 'failed', 2);
      const { delivery_id: deliveryId, attempts, ...rest } = failed;
      assert.deepEqual(rest, {
        ...{ event: 'job.completed', state: 'failed', url: `${receiver.url}/hook`, next_attempt_at: null },
      });
      for (const { at, duration_ms: ms, ...outcome } of attempts) {
        assert.match(at, isTime);
        assert.ok(Number.isInteger(ms) && ms >= 0 && ms < 5_000, String(ms));
        assert.deepEqual(outcome, { status: 500, error: 'HTTP 500' });
      }
      assert.ok((attempts[0]?.at ?? '') < (attempts[1]?.at ?? ''));

      const secret = await calls.newSecret(who);
      const now = await redelivered(who, id, deliveryId);
      assert.deepEqual([now.delivery_id, now.state], [deliveryId, 'retrying']);
      assert.match(now.next_attempt_at ?? '', isTime);
      const { attempts: all } = await delivery(who, id, 'delivered', 3);
      assert.deepEqual([all[2]?.status, all[2]?.error], [204, null]);
      const [first = assert.fail(), , third = assert.fail()] = receiver.received;
      assert.ok(third.bytes.equals(first.bytes));
      assert.equal(third.headers['x-service-delivery'], deliveryId);
      assert.deepEqual(
        [isSignedBy(who.secret, first), isSignedBy(who.secret, third), isSignedBy(secret, third)],
        [true, false, true],
      );
      const { webhook_status, webhook_attempts, webhook_last_error } = await jobOf(here.app, who, id);
      assert.deepEqual([webhook_status, webhook_attempts, webhook_last_error], ['delivered', 3, null]);
    });

    test('a redelivery after a successful or failed delivery starts a new retry schedule', async () => {
      let status = 204;
      using receiver = await startReceiver((_, response) => response.writeHead(status).end());
      const who = await someone();
      const id = await finishedJob(who, receiver.url);
      const { delivery_id: deliveryId } = await delivery(who, id, 'delivered', 1);
      status = 503;
      await redelivered(who, id, deliveryId);
      await delivery(who, id, 'failed', 3);
      const { webhook_status, webhook_attempts, webhook_last_error } = await jobOf(here.app, who, id);
      assert.deepEqual([webhook_status, webhook_attempts, webhook_last_error], ['failed', 3, 'HTTP 503']);
      status = 204;
      await redelivered(who, id, deliveryId);
      await delivery(who, id, 'delivered', 4);
      assert.equal(receiver.received.length, 4);
    });

    test('5 redelivery requests during an attempt cause only one more attempt', async () => {
      const answers: (() => void)[] = [];
      using receiver = await startReceiver((_, response) => {
        answers.push(() => void response.writeHead(204).end());
      });
      const who = await someone();
      const id = await finishedJob(who, receiver.url);
      await receiver.until(1);
      const [{ delivery_id: deliveryId } = assert.fail()] = await calls.deliveries(who, id);
      await Promise.all(Array.from({ length: 5 }, () => redelivered(who, id, deliveryId)));
      assert.equal(receiver.received.length, 1);
      answers[0]?.();
      await receiver.until(2);
      answers[1]?.();
      await delivery(who, id, 'delivered', 2);
      assert.equal(receiver.received.length, 2);
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    });

    test('after 20 concurrent redelivery requests, the list of deliveries shows every attempt', async () => {
      using receiver = await startReceiver();
      const who = await someone();
      const id = await finishedJob(who, receiver.url);
      const { delivery_id: deliveryId } = await delivery(who, id, 'delivered', 1);
      await Promise.all(Array.from({ length: 20 }, () => redelivered(who, id, deliveryId)));
      await until(
        'delivered',
        15_000,
        async () => (await calls.deliveries(who, id))[0]?.state === 'delivered',
      );
      const [{ attempts } = assert.fail()] = await calls.deliveries(who, id);
      assert.equal(attempts.length, receiver.received.length);
      assert.ok(attempts.length >= 2 && attempts.length <= 21, String(attempts.length));
    });

    test("returns 404 for another account's job or another job's delivery", async () => {
      using receiver = await startReceiver();
      const [who, other] = [await someone(), await someone()];
      const [id, further] = [await finishedJob(who, receiver.url), await finishedJob(who, receiver.url)];
      const { delivery_id: deliveryId } = await delivery(who, id, 'delivered', 1);
      const answers = [
        ask(here.app, calls.deliveriesPath(id), other),
        calls.redeliver(other, id, deliveryId),
        calls.redeliver(who, further, deliveryId),
        calls.redeliver(who, id, nobody),
        calls.redeliver(who, id, 'x'),
        ask(here.app, calls.deliveriesPath(nobody), who),
      ];
      for (const { status, error } of await Promise.all(answers))
        assert.deepEqual([status, error.code], [404, 'not_found']);
      const silent = await accepted(submit(here.app, who));
      assert.deepEqual(await calls.deliveries(who, silent), []);
      await delivery(who, further, 'delivered', 1);
      assert.equal(receiver.received.length, 2);
    });

    test('returns 400 if the body of a redelivery request contains url', async () => {
      const { status, error } = await ask(
        here.app,
        `${calls.deliveriesPath(nobody)}/${nobody}/redeliver`,
        here.customer,
        {
          method: 'POST',
          body: '{"url":"https://example.com"}',
          headers: { 'Content-Type': 'application/json' },
        },
      );
      assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', 'url']);
    });
  },
  { settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: '0,0.2' } },
);

inEachTestApp(
  (here) => {
    const { delivery, finishedJob, redelivered, someone } = callsAt(here);
    let receiver: WebhookReceiver;

    before(async () => {
      receiver = await startReceiver((_, response, nth) => response.writeHead(nth === 1 ? 500 : 204).end());
    });

    after(() => receiver[Symbol.dispose]());

    test('a requested redelivery does not wait for the next scheduled attempt', async () => {
      const who = await someone();
      const id = await finishedJob(who, `${receiver.url}/waiting`);
      const { delivery_id: deliveryId, next_attempt_at: next } = await delivery(who, id, 'pending', 0);
      assert.ok(Date.parse(next ?? '') > Date.now() + 60_000);
      assert.equal((await redelivered(who, id, deliveryId)).state, 'pending');
      const retrying = await delivery(who, id, 'retrying', 1);
      assert.ok(Date.parse(retrying.next_attempt_at ?? '') > Date.now() + 60_000);
      await redelivered(who, id, deliveryId);
      const { next_attempt_at: none } = await delivery(who, id, 'delivered', 2);
      assert.equal(none, null);
    });
  },
  { settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', WEBHOOK_RETRY_SCHEDULE: '600,600' } },
);
