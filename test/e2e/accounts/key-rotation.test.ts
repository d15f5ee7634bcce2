/** Rotating a key creates exactly one new key, and no operation exceeds an account's key limit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { callWithKey, type Answer } from '../../support/server/service.ts';

const bodyOf = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body;

const statusCounts = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );

const week = 604_800;

withServiceOnEachDatabase(
  (service) => {
    let accounts = 0;

    const call = (method: string, path: string, bearer: string, body?: unknown) =>
      callWithKey(service.url + path, bearer, { method, body });

    const rotate = (key: string, grace_seconds = week) =>
      call('POST', '/v1/keys/rotate', key, { grace_seconds });

    const keyIn = (answer: Answer) => bodyOf<{ api_key: string }>(answer).api_key;

    const makeKey = async (key: string, name = 'another') => call('POST', '/v1/keys', key, { name });

    /** Creates an account with `count` keys and returns the keys. */
    async function keysOfNewAccount(count: number): Promise<string[]> {
      accounts += 1;
      const { api_key: first } = await makeAccount(service.env, `owner${accounts}@example.com`, 'hobby');
      const keys = [first];
      while (keys.length < count) keys.push(keyIn(await makeKey(first)));
      return keys;
    }

    async function liveKeys(key: string): Promise<number> {
      const { keys } = bodyOf<{ keys: { revoked_at: string | null }[] }>(await call('GET', '/v1/keys', key));
      return keys.filter(({ revoked_at }) => revoked_at === null || Date.parse(revoked_at) > Date.now())
        .length;
    }

    for (const count of [20, 130]) {
      test(`creates only one new API key for ${count} concurrent requests to rotate the same key`, async () => {
        const [key = assert.fail()] = await keysOfNewAccount(1);
        const answers = await Promise.all(Array.from({ length: count }, () => rotate(key)));
        assert.deepEqual(statusCounts(answers), { 200: 1, 400: count - 1 });
        const refused = answers.find(({ status }) => status === 400) ?? assert.fail();
        assert.equal(refused.error.code, 'bad_request');
        assert.equal(refused.error.details?.['reason'], 'key_in_grace');
        assert.equal(await liveKeys(key), 2);
      });
    }

    test('during its grace period, a rotated API key cannot be rotated again and cannot create keys', async () => {
      const [key = assert.fail()] = await keysOfNewAccount(1);
      const first = await rotate(key, 60);
      const end = bodyOf<Record<string, string>>(first)['previous_key_expires_at'] ?? assert.fail();
      for (const refused of [await rotate(key, 0), await rotate(key), await makeKey(key)]) {
        assert.equal(refused.status, 400);
        assert.equal(refused.error.details?.['reason'], 'key_in_grace');
        assert.ok(refused.error.message?.includes(end), refused.error.message);
      }
      assert.equal(await liveKeys(key), 2);
      assert.equal((await makeKey(keyIn(first))).status, 200);
    });

    test('an API key can create keys only until the key is rotated', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [key = assert.fail()] = await keysOfNewAccount(1);
        const [rotated, ...made] = await Promise.all([
          rotate(key),
          ...Array.from({ length: 10 }, () => makeKey(key)),
        ]);
        assert.equal(rotated.status, 200);
        const successes = made.filter(({ status }) => status === 200).length;
        assert.deepEqual(statusCounts(made), {
          ...(successes > 0 ? { 200: successes } : {}),
          ...(successes < 10 ? { 400: 10 - successes } : {}),
        });
        assert.equal(await liveKeys(key), 2 + successes);
        assert.equal((await makeKey(key)).status, 400);
      }
    });

    test('an account with 100 API keys can rotate a key only without a grace period', async () => {
      let [key = assert.fail()] = await keysOfNewAccount(1);
      const answers: Answer[] = [];
      for (let n = 0; n < 130; n += 1) {
        const answer = await rotate(key);
        answers.push(answer);
        if (answer.status === 200) key = keyIn(answer);
      }
      assert.deepEqual(statusCounts(answers), { 200: 99, 400: 31 });
      assert.equal(answers.at(-1)?.error.details?.['limit'], 100);
      assert.equal(await liveKeys(key), 100);
      // A rotation without a grace period leaves the number of keys unchanged.
      const replaced = await rotate(key, 0);
      assert.equal(replaced.status, 200);
      assert.equal(await liveKeys(keyIn(replaced)), 100);
    });

    test('an account never exceeds 100 API keys during concurrent rotations and creations', async () => {
      const keys = await keysOfNewAccount(60);
      const maker = keys.pop() ?? assert.fail();
      const answers = await Promise.all([
        ...keys.map((key) => rotate(key)),
        ...Array.from({ length: 40 }, () => makeKey(maker)),
      ]);
      assert.deepEqual(statusCounts(answers), { 200: 40, 400: 59 });
      assert.equal(await liveKeys(maker), 100);
    });
  },
  { RATE_OVERRIDES: '{"anonymous":100000,"hobby":100000,"free":100000}' },
);
