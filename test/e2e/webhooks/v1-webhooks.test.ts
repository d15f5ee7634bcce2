/** Tests POST /v1/webhooks/secret and /v1/webhooks/test from a customer's perspective (contract §8.6, §8.7). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, busy, inEachTestApp, toYaml } from '../../support/server/test-app.ts';
import { until, type Answer } from '../../support/server/service.ts';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../../support/jobs/webhook-receiver.ts';

const bodyOf = ({ body }: Answer) => JSON.parse(body.toString()) as Record<string, unknown>;

const outcomes: readonly (readonly [
  path: string,
  delivered: boolean,
  status: number | null,
  error: string | null,
])[] = [
  ['/202', true, 202, null],
  ['/500', false, 500, 'HTTP 500'],
  ['/moved', false, 307, 'HTTP 307'],
  ['/never', false, null, 'timeout after 5 s'],
];

const badAddresses = [
  ...['', 'hook', '//example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)'],
  ...[
    'http://127.0.0.2/',
    'http://2130706434/',
    'http://0x7f.2/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
  ],
  ...[
    'http://169.254.169.254/latest/',
    'http://[fd00:ec2::254]/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
  ],
  ...['https://user:word@example.com/', 'http://example.com:22/', `https://example.com/${'x'.repeat(2048)}`],
];

const badBodies: readonly (readonly [what: string, body: string, field?: string])[] = [
  ['an empty body', ''],
  ['invalid JSON', '{"url":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a string', '"https://example.com/"'],
  ['an object without url', '{}', 'url'],
  ['a number as url', '{"url":1}', 'url'],
  ['null as url', '{"url":null}', 'url'],
  ['a list as url', '{"url":["https://example.com/"]}', 'url'],
  ['an additional field', '{"url":"https://example.com/","secret":"x"}', 'secret'],
  ['another field name', '{"webhook_url":"https://example.com/"}'],
  ['a body that is too long', `{"url":"${'x'.repeat(17_000)}"}`],
];

inEachTestApp(
  (here) => {
    let receiver: WebhookReceiver;

    before(async () => {
      receiver = await startReceiver((request, response) => {
        if (request.path === '/500') response.writeHead(500).end('no');
        else if (request.path === '/moved') response.writeHead(307, { Location: '/' }).end();
        else if (request.path === '/202') response.writeHead(202).end('{}');
        else if (request.path === '/never') return;
        else response.writeHead(204).end();
      });
    });

    after(() => receiver[Symbol.dispose]());

    const send = (place: string, body?: string, who = here.customer, headers = {}) =>
      ask(here.app, place, who, {
        method: 'POST',
        ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json', ...headers } }),
      });

    const newSecret = async (who = here.customer) => {
      const answer = await send('/v1/webhooks/secret', undefined, who);
      assert.equal(answer.status, 200, answer.error.message);
      return { answer, secret: String(bodyOf(answer)['secret']) };
    };

    const tryOut = (url: string, who = here.customer) =>
      send('/v1/webhooks/test', JSON.stringify({ url }), who);

    test('each request for a webhook secret returns a new secret and a header that forbids caching', async () => {
      const { answer, secret } = await newSecret();
      assert.match(secret, /^whsec_[\w-]{43}$/);
      assert.deepEqual(Object.keys(bodyOf(answer)), ['secret', 'message']);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.notEqual((await newSecret()).secret, secret);
    });

    test('sends a test event as documented, signed with the newest webhook secret', async () => {
      const { secret: old } = await newSecret();
      const { secret } = await newSecret();
      const before = receiver.received.length;
      const answer = await tryOut(`${receiver.url}/hook`);
      assert.equal(answer.status, 200);
      const { duration_ms, ...outcome } = bodyOf(answer);
      assert.deepEqual(outcome, { delivered: true, status: 204, error: null });
      assert.ok(Number.isInteger(duration_ms));
      const [got = assert.fail()] = receiver.received.slice(before);
      assert.deepEqual([isSignedBy(secret, got), isSignedBy(old, got)], [true, false]);
      assert.deepEqual(
        [got.headers['content-type'], got.headers['user-agent'], got.headers['x-service-event']],
        ['application/json', 'Service-Webhook/1.0', 'webhook.test'],
      );
      assert.match(String(got.headers['x-service-delivery']), /^[\da-f-]{36}$/);
      const body = JSON.parse(got.body) as { event: string; data: Record<string, string> };
      assert.equal(body.event, 'webhook.test');
      assert.deepEqual(Object.keys(body.data), ['message', 'created_at']);
      assert.ok(Math.abs(Date.parse(body.data['created_at'] ?? '') - Date.now()) < 60_000);
    });

    for (const [path, delivered, status, error] of outcomes) {
      test(`returns 200 with the outcome of a test event sent to ${path}`, async () => {
        const answer = await tryOut(receiver.url + path);
        assert.equal(answer.status, 200, answer.error.message);
        const { duration_ms: ms, ...outcome } = bodyOf(answer);
        assert.deepEqual(outcome, { delivered, status, error });
        if (path === '/never') assert.ok(Number(ms) >= 4_990 && Number(ms) < 5_500, String(ms));
      });
    }

    test('a test event to a closed port or an unknown host returns 200 with `delivered: false`', async () => {
      for (const url of ['http://127.0.0.1:1025/', 'https://nobody.invalid/']) {
        const { delivered, status, error } = bodyOf(await tryOut(url));
        const nobody = { delivered: false, status: null, error: 'connection failed' };
        assert.deepEqual({ delivered, status, error }, nobody, url);
      }
    });

    test('returns 400 instead of sending a test event if the account has no webhook secret', async () => {
      const other = await here.app.customer('hobby', busy);
      const before = receiver.received.length;
      const { status, error } = await tryOut(receiver.url, other);
      assert.deepEqual(
        [status, error.code, error.details?.['reason']],
        [400, 'bad_request', 'no_webhook_secret'],
      );
      assert.equal(receiver.received.length, before);
    });

    for (const url of badAddresses) {
      test(`/v1/webhooks/test returns 400 for the URL ${JSON.stringify(url.slice(0, 50))} and names the field url`, async () => {
        const { status, error } = await tryOut(url);
        assert.deepEqual(
          [status, error.code, error.details?.['field']],
          [400, 'bad_request', 'url'],
          error.message,
        );
      });
    }

    for (const [what, body, field] of badBodies) {
      test(`/v1/webhooks/test returns 400 for ${what}`, async () => {
        const { status, error } = await send('/v1/webhooks/test', body);
        assert.deepEqual([status, error.code], [400, 'bad_request'], error.message);
        if (field) assert.equal(error.details?.['field'], field);
      });
    }

    test('/v1/webhooks/secret accepts only an empty body or an empty JSON object', async () => {
      assert.equal((await send('/v1/webhooks/secret', '{}')).status, 200);
      for (const body of ['{"secret":"whsec_mine"}', '[]', 'null', '{', 'x'.repeat(17_000)]) {
        const { status, error } = await send('/v1/webhooks/secret', body);
        assert.deepEqual([status, error.code], [400, 'bad_request'], body.slice(0, 30));
      }
    });

    for (const place of ['/v1/webhooks/secret', '/v1/webhooks/test']) {
      test(`the endpoint ${place} returns 401 for an unknown API key, and 405 for a method other than POST`, async () => {
        const unknown = await send(place, '{"url":"https://example.com/"}', {
          id: '',
          key: 'svc_sk_nobody',
        });
        assert.deepEqual([unknown.status, unknown.error.code], [401, 'invalid_api_key']);
        const got = await ask(here.app, place, here.customer);
        assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST']);
      });

      test(`the endpoint ${place} returns 400 if the content type of the body is not JSON`, async () => {
        const { status, error } = await send(place, 'url=https://example.com/', here.customer, {
          'Content-Type': 'application/x-www-form-urlencoded',
        });
        assert.deepEqual([status, error.details?.['field']], [400, 'Content-Type']);
      });
    }

    test('/metrics counts waiting deliveries, and counts webhook events and attempts by their outcome', async () => {
      const who = await here.app.customer('hobby', busy);
      await newSecret(who);
      const job = (path: string) =>
        ask(here.app, '/v1/jobs', who, { fields: [...toYaml(), ['webhook_url', receiver.url + path]] });
      for (const path of ['/fine', '/500']) assert.equal((await job(path)).status, 202);
      const seen = new Map<string, number>();
      const samples: readonly (readonly [sample: string, value: number])[] = [
        ['protean_webhooks_total{event="job.completed",outcome="delivered"}', 1],
        ['protean_webhook_attempts_total{event="job.completed",outcome="ok"}', 1],
        ['protean_webhook_attempts_total{event="job.completed",outcome="refused"}', 1],
        ['protean_webhooks_waiting', 1],
        // The next attempt is not due yet.
        ['protean_webhooks_overdue_seconds', 0],
      ];
      await until('both were tried', 20_000, async () => {
        const text = await (await fetch(here.app.service.metricsUrl ?? '')).text();
        for (const [, name = '', value] of text.matchAll(/^(protean_webhook\S+) (\S+)$/gm))
          seen.set(name, Number(value));
        return (seen.get(samples[1]?.[0] ?? '') ?? 0) + (seen.get(samples[2]?.[0] ?? '') ?? 0) === 2;
      });
      for (const [sample, value] of samples) assert.equal(seen.get(sample), value, sample);
    });
  },
  { settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', METRICS_LISTEN: '127.0.0.1:0' } },
);
