/** Tests `Idempotency-Key` on POST /v1/convert over HTTP (contract §10). */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { ask, busy, inEachTestApp, toYaml, usageOf } from '../../support/server/test-app.ts';
import { until, type Answer } from '../../support/server/service.ts';

inEachTestApp((here) => {
  const convert = (
    key: string,
    fields = toYaml(),
    headers: Record<string, string> = {},
    who = here.customer,
  ) => ask(here.app, '/v1/convert', who, { fields, headers: { 'Idempotency-Key': key, ...headers } });

  /** Sends only the beginning of an upload, and returns the socket once the server has stored the idempotency key. */
  const beginUpload = async (key: string): Promise<Socket> => {
    const { hostname, port } = new URL(here.app.service.url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const headers = {
      Host: hostname,
      Authorization: `Bearer ${here.customer.key}`,
      'Idempotency-Key': key,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': '1000',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /v1/convert HTTP/1.1', ...lines, '', '--b\r\n'].join('\r\n'));
    const { query } = here.app.registry.database;
    await until('the key is taken', 5_000, async () => {
      const row = await query
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst();
      return row !== undefined;
    });
    return socket;
  };

  const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

  test('50 concurrent requests with one idempotency key convert and charge only once', async () => {
    const who = await here.app.customer('hobby', busy);
    const answers = await Promise.all(Array.from({ length: 50 }, () => convert('twin', toYaml(), {}, who)));
    for (const { status, headers, error } of answers) {
      assert.ok([200, 409].includes(status), error.message);
      if (status !== 409) continue;
      assert.equal(error.code, 'bad_request');
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    assert.equal(answers.filter((answer) => answer.status === 200 && !isReplay(answer)).length, 1);
    const again = await convert('twin', toYaml(), {}, who);
    const first = answers.find(({ status }) => status === 200);
    assert.ok(isReplay(again));
    assert.deepEqual([again.status, again.body], [200, first?.body]);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'x-conversion-time'])
      assert.equal(again.headers.get(name), first?.headers.get(name), name);
    assert.equal((await usageOf(here.app, who))['used'], 1);
  });

  test('returns 422 if a request reuses an idempotency key with another file, option or target', async () => {
    const [file, target] = toYaml();
    assert.equal((await convert('payload', [file ?? assert.fail(), target ?? assert.fail()])).status, 200);
    const same = await convert('payload', [['target', '.YML'], file ?? assert.fail()]);
    assert.deepEqual([same.status, isReplay(same)], [200, true]);
    const others = [
      toYaml('{"a":2}'),
      toYaml('{"a":1}', 'a.txt'),
      [...toYaml(), ['indent', '4']] as const,
      [...toYaml().slice(0, 1), ['target', 'toml']] as const,
    ];
    for (const fields of others) {
      const { status, error } = await convert('payload', fields);
      assert.deepEqual([status, error.code], [422, 'bad_request']);
    }
  });

  test('replays a permanent error response, but not a temporary error response', async () => {
    const bad = [...toYaml(), ['quality', '1']] as const;
    const [first, second] = [await convert('bad', bad), await convert('bad', bad)];
    assert.deepEqual([first.status, isReplay(first)], [400, false]);
    assert.deepEqual([second.status, isReplay(second), second.body], [400, true, first.body]);

    const poor = await here.app.customer('free', { ...busy, monthly_conversions: 1 });
    assert.equal((await convert('spends', toYaml(), {}, poor)).status, 200);
    assert.equal((await convert('later', toYaml(), {}, poor)).error.code, 'quota_exceeded');
    assert.ok(isReplay(await convert('spends', toYaml(), {}, poor)), 'a replay needs no quota');
    await here.app.registry.accounts.setPlan(poor.id, 'free', { ...busy, monthly_conversions: 2 });
    const later = await convert('later', toYaml(), {}, poor);
    assert.deepEqual([later.status, isReplay(later)], [200, false]);
    assert.equal((await usageOf(here.app, poor))['used'], 2);
  });

  test("treats another account's identical idempotency key as a different key", async () => {
    assert.equal((await convert('mine')).status, 200);
    const other = await convert('mine', toYaml('{"b":2}'), {}, await here.app.customer('hobby', busy));
    assert.deepEqual([other.status, isReplay(other)], [200, false]);
  });

  for (const key of ['x'.repeat(129), 'a b', 'a,b']) {
    test(`returns 400 for the invalid idempotency key ${key.slice(0, 8)}`, async () => {
      const { status, error } = await convert(key);
      assert.deepEqual([status, error.details?.['field']], [400, 'Idempotency-Key']);
    });
  }

  test('kill -9 loses no stored response and frees the idempotency keys of interrupted requests', async () => {
    const before = await convert('kept', toYaml(), { Accept: 'application/json' });
    const file = await convert('kept-file');
    const long = toYaml(JSON.stringify('x'.repeat(5_000)));
    const longFile = await convert('kept-long-file', long);
    // The server claims the key before it reads the body, so an identical request gets 409 even during the upload.
    const upload = await beginUpload('in-flight');
    const { status, headers, error } = await convert('in-flight');
    assert.deepEqual([status, error.code], [409, 'bad_request']);
    assert.ok(Number(headers.get('retry-after')) > 0);
    await here.app.restart('SIGKILL');
    upload.destroy();
    const replay = await convert('kept', toYaml(), { Accept: 'application/json' });
    assert.deepEqual([replay.status, isReplay(replay), replay.body], [200, true, before.body]);
    const again = await convert('kept-file');
    assert.deepEqual([isReplay(again), again.body], [true, file.body]);
    const longAgain = await convert('kept-long-file', long);
    assert.deepEqual([isReplay(longAgain), longAgain.body], [true, longFile.body]);
    assert.ok(longFile.body.length > 4_096 && file.body.length < 4_096, 'stored in both cases');
    const free = await convert('in-flight');
    assert.deepEqual([free.status, isReplay(free)], [200, false]);
  });

  test('frees the idempotency key if the client disconnects during its upload', async () => {
    const upload = await beginUpload('left');
    assert.equal((await convert('left')).status, 409);
    upload.destroy();
    await until('it is free again', 5_000, async () => (await convert('left')).status === 200);
  });
});
