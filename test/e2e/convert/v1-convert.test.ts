/** Tests results, charges and errors of POST /v1/convert for accounts (contract §3.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask,
  busy,
  inEachTestApp,
  toYaml,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { admin } from '../../support/server/admin.ts';
import { isComplete, rawRequest } from '../../support/server/raw-requests.ts';
import { assertLink } from '../../support/accounts/signed-link.ts';
import { until, type Answer } from '../../support/server/service.ts';

inEachTestApp((here) => {
  const convert = (fields = toYaml(), headers: Record<string, string> = {}, who = here.customer) =>
    ask(here.app, '/v1/convert', who, { fields, headers });

  test('POST /v1/convert returns the file with the headers from contract §3.6', async () => {
    const { status, headers, body } = await convert();
    assert.equal(status, 200);
    assert.equal(body.toString(), 'a: 1\n');
    assert.equal(headers.get('content-type'), 'application/yaml');
    assert.equal(headers.get('content-length'), '5');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="a.yaml"');
    assert.match(headers.get('x-conversion-time') ?? '', /^\d+ms$/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('accepts an option only if the option applies to the conversion', async () => {
    const indented = await convert([...toYaml('{"a":{"b":1}}'), ['indent', '4']]);
    assert.equal(indented.body.toString(), 'a:\n    b: 1\n');
    const { status, error } = await convert([...toYaml(), ['quality', '80']]);
    assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', 'quality']);
  });

  test('for Accept: application/json, returns JSON with a link to the file', async () => {
    const { status, headers, body } = await convert(toYaml(), { Accept: 'application/json' });
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const {
      file_url: link,
      duration_ms: ms,
      ...rest
    } = JSON.parse(body.toString()) as Record<string, unknown>;
    assert.deepEqual(rest, { size: 5, source_format: 'json', target_format: 'yaml' });
    assert.equal(typeof ms, 'number');
    await assertLink(String(link).replace('localhost', '127.0.0.1'));
  });

  test("result links contain localhost and the server's port by default", async () => {
    const { body } = await convert(toYaml(), { Accept: 'application/json' });
    const { file_url: link } = JSON.parse(body.toString()) as { file_url: string };
    assert.equal(new URL(link).origin, here.app.service.url);
  });

  test('POST /api/convert with an API key uses the size limit and quota of the plan', async () => {
    const [free, paid] = [await here.app.customer('free', busy), await here.app.customer('hobby', busy)];
    // Sends only the headers of an upload. The server compares the declared length of the upload with the limit.
    const declared = async (who: Customer, bytes: number) => {
      const headers = {
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': String(bytes),
      };
      const init = { method: 'POST', headers: { ...headers, Authorization: `Bearer ${who.key}` } };
      return declaredAnswer(here.app, init);
    };
    const MB = 1024 * 1024;
    // The server adds 10 MiB for option files to the size limit of the plan.
    assert.match(await declared(free, 37 * MB), /^HTTP\/1.1 413 /);
    assert.match(await declared(paid, 512 * MB), /^HTTP\/1.1 413 /);
    assert.equal((await ask(here.app, '/api/convert', paid, { fields: toYaml() })).status, 200);
    assert.equal((await usageOf(here.app, paid))['used'], 1);
  });

  const failures: [string, number, string, () => Promise<Answer>][] = [
    ['the file is missing', 400, 'bad_request', () => convert([['target', 'yaml']])],
    ['the target is missing', 400, 'bad_request', () => convert(toYaml().slice(0, 1))],
    ['the form is malformed', 400, 'bad_request', () => broken('--b\r\nnonsense')],
    ['the file cannot be read', 400, 'bad_request', () => convert(toYaml('{"a":'))],
    [
      'source_url has a private address',
      400,
      'bad_request',
      () =>
        convert([
          ['source_url', 'http://127.0.0.1:1/a.json'],
          ['target', 'yaml'],
        ]),
    ],
    [
      'file and source_url are both missing',
      400,
      'bad_request',
      () =>
        ask(here.app, '/v1/convert', here.customer, {
          method: 'POST',
          body: '{}',
          headers: { 'Content-Type': 'application/json' },
        }),
    ],
    ['the key is missing', 401, 'invalid_api_key', () => convert(toYaml(), { Authorization: '' })],
    ['the result file does not exist', 404, 'not_found', () => ask(here.app, '/files/x/y', here.customer)],
    [
      'the conversion is unsupported',
      422,
      'unsupported_route',
      () =>
        convert([
          ['file', new File(['{}'], 'a.json')],
          ['target', 'mp3'],
        ]),
    ],
    ['the format is unknown', 422, 'unsupported_route', () => convert([...toYaml(), ['source', 'nix']])],
    [
      "the file exceeds the plan's limit",
      413,
      'file_too_large',
      async () =>
        convert(
          toYaml(`"${'x'.repeat(1_000)}"`),
          {},
          await here.app.customer('free', { max_file_bytes: 1_000 }),
        ),
    ],
    [
      'the quota is used up',
      429,
      'quota_exceeded',
      async () => {
        const poor = await here.app.customer('free', { monthly_conversions: 1 });
        assert.equal((await convert(toYaml(), {}, poor)).status, 200);
        return convert(toYaml(), {}, poor);
      },
    ],
    [
      'the request limit is reached',
      429,
      'rate_limited',
      async () => {
        const hasty = await here.app.customer('free', { requests_per_minute: 1 });
        assert.equal((await convert(toYaml(), {}, hasty)).status, 200);
        return convert(toYaml(), {}, hasty);
      },
    ],
  ];

  const broken = (body: string) =>
    ask(here.app, '/v1/convert', here.customer, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });

  for (const [what, status, code, request] of failures) {
    test(`returns ${status} ${code} when ${what} (contract §11.1)`, async () => {
      const answer = await request();
      assert.deepEqual([answer.status, answer.error.code], [status, code], answer.error.message);
      assert.ok(answer.error.message);
      for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
        assert.ok(answer.headers.get(name), name);
      if (what === 'the conversion is unsupported')
        assert.ok(Array.isArray(answer.error.details?.['targets']));
      const wait = answer.headers.get('retry-after');
      if (code === 'rate_limited') assert.equal(wait, String(answer.error.details?.['retry_after']));
      if (code === 'quota_exceeded') {
        assert.deepEqual([answer.error.details?.['limit'], answer.error.details?.['used']], [1, 1]);
        const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
          Number(answer.headers.get(`x-ratelimit-${name}`)),
        );
        assert.deepEqual([limit, remaining], [1, 0], 'of the bound that was hit');
        assert.equal(reset, Date.parse(String(answer.error.details?.['resets_at'])) / 1000);
      }
    });
  }

  test('the error for a file that is too large names the endpoint that accepts larger files', async () => {
    const small = await here.app.customer('free', { max_file_bytes: 1_024 });
    const { error } = await convert(toYaml(`"${'x'.repeat(1_024)}"`), {}, small);
    assert.equal(
      error.message,
      'The file is larger than your limit of 1 KB. Send larger files to POST /v1/jobs.',
    );
    assert.deepEqual(error.details, { limit: 1_024 });
  });

  test('accepts a file of the maximum size', async () => {
    const small = await here.app.customer('free', { max_file_bytes: 1_000 });
    assert.equal((await convert(toYaml(`"${'x'.repeat(998)}"`), {}, small)).status, 200);
  });

  test('a quota of 8 allows exactly 8 conversions, even if requests are concurrent', async () => {
    const poor = await here.app.customer('free', { ...busy, monthly_conversions: 8 });
    const one = async (n: number): Promise<number> => {
      const { status, error } = await convert(toYaml(n % 4 === 0 ? '{' : '{"a":1}'), {}, poor);
      if (status === 429) assert.equal(error.code, 'quota_exceeded');
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: 24 }, (_, n) => one(n)));
    const successes = () => statuses.filter((status) => status === 200).length;
    assert.ok(successes() <= 8);
    // Failed requests have released their reservations, so more requests succeed until the quota is used up.
    while (successes() < 8) {
      statuses.push(await one(1));
      assert.notEqual(statuses.at(-1), 429, 'a place is free');
    }
    assert.equal(await one(1), 429);
    assert.deepEqual(await usageOf(here.app, poor), {
      used: 8,
      limit: 8,
      remaining: 0,
      overage: 0,
      overage_cost_usd: 0,
    });
  });

  test('a paid account can exceed its quota, first with credits and then with overage', async () => {
    const paid = await here.app.customer('hobby', { ...busy, monthly_conversions: 1 });
    await here.app.registry.database.query
      .insertInto('allowances')
      .values({ account_id: paid.id, credits: 1 })
      .execute();
    for (let n = 0; n < 4; n += 1) assert.equal((await convert(toYaml(), {}, paid)).status, 200);
    const usage = await ask(here.app, '/v1/usage', paid);
    const { conversions, credits } = JSON.parse(usage.body.toString()) as Record<string, unknown>;
    assert.deepEqual(conversions, { used: 4, limit: 1, remaining: 0, overage: 2, overage_cost_usd: 0.01 });
    assert.equal(credits, 0);
    const seen = await admin<Record<string, unknown>>(here.app.env, 'usage', paid.id);
    assert.deepEqual([seen['account_id'], seen['conversions']], [paid.id, conversions], 'the operator');
  });

  test('releases the quota reservation if the client disconnects during a conversion', async () => {
    const poor = await here.app.customer('free', { ...busy, monthly_conversions: 1 });
    const client = new AbortController();
    const fields = [
      ['file', new File(['# x\n\ntext\n'.repeat(5_000)], 'a.md')],
      ['target', 'pdf'],
    ] as const;
    const answer = ask(here.app, '/v1/convert', poor, { fields, signal: client.signal });
    answer.catch(() => {});
    const reserved = async () => {
      const { query } = here.app.registry.database;
      return (await query.selectFrom('reservations').selectAll().where('account_id', '=', poor.id).execute())
        .length;
    };
    await until('it is reserved', 10_000, async () => (await reserved()) === 1);
    client.abort();
    await assert.rejects(answer);
    await until('it is released', 5_000, async () => (await reserved()) === 0);
    assert.equal((await usageOf(here.app, poor))['used'], 0);
    assert.equal((await convert(toYaml(), {}, poor)).status, 200);
  });
});

/** Sends only the head of a request and returns the first line of the response. */
async function declaredAnswer(
  app: TestApp,
  { headers }: { headers: Record<string, string> },
): Promise<string> {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return rawRequest(
    app.service.url,
    [['POST /api/convert HTTP/1.1', ...lines, '', ''].join('\r\n')],
    isComplete,
  );
}
