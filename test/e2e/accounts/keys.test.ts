/** Tests authentication by key and the endpoints below /v1/keys (contract §7.5). */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makeKey } from '../../../packages/server/src/accounts/key.ts';
import { systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { rawRequest } from '../../support/server/raw-requests.ts';
import { answerOf, callWithKey, type Answer } from '../../support/server/service.ts';

interface KeyRecord {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

const bodyOf = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body;

withServiceOnEachDatabase(
  (service) => {
    let key: string;

    before(async () => {
      ({ api_key: key } = await makeAccount(service.env, 'ada@example.com', 'hobby'));
    });

    const call = (method: string, path: string, bearer = key, body?: unknown) =>
      callWithKey(service.url + path, bearer, { method, body });

    const statusWith = async (bearer: string) => (await call('GET', '/v1/keys', bearer)).status;

    const make = async (name: string) =>
      bodyOf<KeyRecord & { api_key: string }>(await call('POST', '/v1/keys', key, { name }));

    const list = async () => bodyOf<{ keys: KeyRecord[] }>(await call('GET', '/v1/keys')).keys;

    test('the full text of a new API key is returned only once', async () => {
      const { api_key, ...record } = await make('deploy');
      assert.equal(record.name, 'deploy');
      assert.equal(record.prefix, api_key.slice(0, 11));
      assert.equal(record.last4, api_key.slice(-4));
      assert.equal(record.last_used_at, null);
      assert.equal(await statusWith(api_key), 200);
      const listed = (await list()).find(({ id }) => id === record.id);
      assert.deepEqual(Object.keys(listed ?? {}).sort(), Object.keys(record).sort(), 'no more than its ends');
      assert.ok(Math.abs(Date.parse(listed?.last_used_at ?? '') - Date.now()) < 60_000);
      const revoked = await call('DELETE', `/v1/keys/${record.id}`);
      assert.equal(revoked.status, 200);
      assert.ok(bodyOf<KeyRecord>(revoked).revoked_at);
      assert.equal(await statusWith(api_key), 401);
      assert.deepEqual(
        await call('DELETE', `/v1/keys/${record.id}`).then(bodyOf),
        bodyOf(revoked),
        'as before',
      );
    });

    test("does not list or revoke another account's API key", async () => {
      const other = await makeAccount(service.env, 'bea@example.com', 'hobby');
      const [theirs = assert.fail()] = bodyOf<{ keys: KeyRecord[] }>(
        await call('GET', '/v1/keys', other.api_key),
      ).keys;
      assert.ok(!(await list()).some(({ id }) => id === theirs.id));
      const refused = await call('DELETE', `/v1/keys/${theirs.id}`);
      assert.equal(refused.status, 404);
      assert.deepEqual(refused.error, (await call('DELETE', '/v1/keys/nix')).error);
      assert.equal(await statusWith(other.api_key), 200);
    });

    test('rejects the old API key immediately after a rotation without a grace period', async () => {
      const { api_key } = await make('to rotate');
      const answer = await call('POST', '/v1/keys/rotate', api_key);
      assert.equal(answer.status, 200);
      const rotated = bodyOf<Record<string, unknown>>(answer);
      assert.deepEqual([rotated['plan'], rotated['monthly_limit']], ['hobby', 10_000]);
      assert.ok(Date.parse(String(rotated['previous_key_expires_at'])) <= Date.now());
      assert.equal(await statusWith(api_key), 401);
      assert.equal(await statusWith(String(rotated['api_key'])), 200);
    });

    test('accepts the old API key until its grace period ends', async () => {
      const { api_key } = await make('with grace');
      const answer = await call('POST', '/v1/keys/rotate', api_key, { grace_seconds: 60 });
      assert.equal(answer.status, 200);
      assert.equal(await statusWith(api_key), 200);
      const again = await call('POST', '/v1/keys/rotate', api_key, { grace_seconds: 604_800 });
      assert.equal(again.status, 400, 'not made longer');
      service.pass(59_000);
      assert.equal(await statusWith(api_key), 200);
      service.pass(1_000);
      assert.equal(await statusWith(api_key), 401);
    });

    test('returns a new key for only one of 10 concurrent requests to rotate the same API key', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { api_key } = await make('raced');
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => call('POST', '/v1/keys/rotate', api_key)),
        );
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 401)]);
      }
    });

    test('allows at most 100 API keys per account, even if keys are created concurrently', async () => {
      const { api_key } = await makeAccount(service.env, 'cy@example.com', 'hobby');
      const add = async (n: number) => (await call('POST', '/v1/keys', api_key, { name: `key ${n}` })).status;
      for (let n = 0; n < 96; n += 1) assert.equal(await add(n), 200);
      const last = await Promise.all(Array.from({ length: 9 }, (_, n) => add(n)));
      assert.deepEqual(last.sort(), [200, 200, 200, 400, 400, 400, 400, 400, 400]);
    });

    test('GET /v1/formats does not require an API key, but refuses an invalid key', async () => {
      const [with_, without, bad] = [
        await call('GET', '/v1/formats?category=font'),
        await answerOf(await fetch(`${service.url}/v1/formats?category=font`)),
        await call('GET', '/v1/formats?category=font', 'svc_sk_wrong'),
      ];
      assert.deepEqual([with_.status, without.status, bad.status], [200, 200, 401]);
      const { api_key } = await makeAccount(service.env, 'dan@example.com', 'startup');
      const counted = await call('GET', '/v1/formats?category=font', api_key);
      assert.equal(counted.headers.get('x-ratelimit-limit'), '120', 'of the plan');
      assert.equal(counted.headers.get('x-ratelimit-remaining'), '119');
    });

    const bearers: [string, () => string | undefined][] = [
      ['a request without an Authorization header', () => undefined],
      ['an empty Authorization header', () => ''],
      ['the scheme Bearer without an API key', () => 'Bearer'],
      ['an API key without a scheme', () => key],
      ['an API key with the scheme Basic', () => `Basic ${key}`],
      ['an API key after two spaces', () => `Bearer  ${key}`],
      ['two API keys in one header', () => `Bearer ${key}, Bearer ${key}`],
      ['an API key in lower case', () => `Bearer ${key.toLowerCase()}`],
      ['an API key in upper case', () => `Bearer ${key.toUpperCase()}`],
      ['an API key that lacks one character', () => `Bearer ${key.slice(0, -1)}`],
      ['an API key with one more character', () => `Bearer ${key}0`],
      [
        'a mistyped API key',
        () => `Bearer ${key.slice(0, 10)}${key[10] === 'x' ? 'y' : 'x'}${key.slice(11)}`,
      ],
      ['an unknown API key', () => `Bearer ${makeKey(systemRandom)}`],
      ['a webhook secret as the API key', () => `Bearer whsec_${key.slice(7)}`],
      ['SQL as the API key', () => "Bearer ' or '1'='1"],
      ['an API key of 10,000 characters', () => `Bearer ${'x'.repeat(10_000)}`],
    ];

    for (const [what, header] of bearers) {
      test(`returns 401 for ${what} (contract §7.1)`, async () => {
        const value = header();
        const headers = value === undefined ? {} : { Authorization: value };
        const answer = await answerOf(await fetch(`${service.url}/v1/keys`, { headers }));
        await assertRefused(answer);
      });
    }

    test('returns the same 401 response for a revoked, disabled or missing API key', async () => {
      const { api_key } = await make('to revoke');
      const { id } = (await list()).find(({ name }) => name === 'to revoke') ?? assert.fail();
      await call('DELETE', `/v1/keys/${id}`);
      await assertRefused(await call('GET', '/v1/keys', api_key));
      const disabled = await makeAccount(service.env, 'eve@example.com', 'hobby');
      await admin(service.env, 'account', 'disable', disabled.account_id);
      await assertRefused(await call('GET', '/v1/keys', disabled.api_key));
    });

    test('returns 401 for two Authorization headers, even if both are valid', async () => {
      const line = `Authorization: Bearer ${key}\r\n`;
      const request = `GET /v1/keys HTTP/1.1\r\nHost: localhost\r\n${line}${line}Connection: close\r\n\r\n`;
      assert.match(await rawRequest(service.url, [request]), /^HTTP\/1\.1 401 /);
    });

    for (const query of ['api_key=', 'API_KEY=', 'access_token=', 'key=', 'anything=']) {
      test(`returns 401 if the URL contains an API key (?${query}<key>)`, async () => {
        const answer = await call('GET', `/v1/keys?${query}${key}`);
        assert.equal(answer.status, 401);
        assert.equal(answer.error.code, 'invalid_api_key');
        assert.match(answer.error.message ?? '', /Authorization: Bearer/);
        assert.ok(!service.log().includes(key));
      });
    }

    /**
     * Checks that the response is the same as without a key, because a different response could reveal whether a
     * guessed key exists.
     */
    async function assertRefused(answer: Answer): Promise<void> {
      const bare = await answerOf(await fetch(`${service.url}/v1/keys`));
      assert.equal(answer.status, 401);
      assert.equal(answer.error.code, 'invalid_api_key');
      assert.deepEqual(answer.body, bare.body);
      assert.deepEqual([...answer.headers.keys()], [...bare.headers.keys()]);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assert.ok(answer.headers.get('x-ratelimit-limit'));
    }
  },
  { RATE_OVERRIDES: '{"anonymous":100000,"hobby":100000}' },
);
