/**
 * Tests that the server applies the overage switch and the overage cap exactly, and sends one email per month about
 * each limit that an account reaches (contract §12).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { openLimitsProcess } from '../../support/server/limits-process.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { messagesIn } from '../../support/accounts/messages.ts';
import { answerOf, until } from '../../support/server/service.ts';
import { toYaml } from '../../support/server/test-app.ts';

const settings = {
  RATE_OVERRIDES: '{"hobby":100000,"free":100000}',
  QUOTA_OVERRIDES: '{"hobby":5,"free":1}',
};

withServiceOnEachDatabase((service) => {
  const send = (key: string, method: string, path: string, body?: unknown) =>
    fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const convert = async (key: string) => {
    const body = new FormData();
    for (const [name, value] of toYaml()) body.append(name, value);
    const headers = { Authorization: `Bearer ${key}` };
    return answerOf(await fetch(`${service.url}/v1/convert`, { method: 'POST', headers, body }));
  };
  const usage = async (key: string) =>
    (await (await send(key, 'GET', '/v1/usage')).json()) as Record<string, unknown>;
  const statuses = async (key: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => convert(key)));
    return answers.map(({ status }) => status).sort();
  };
  const subjects = async (to: string) =>
    (await messagesIn(service.dataDir)).filter((message) => message.to === to).map(({ subject }) => subject);

  test('bills concurrent requests exactly up to the overage cap', async () => {
    const { api_key: key } = await makeAccount(service.env, 'ada@example.com', 'hobby');
    const set = await send(key, 'POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: 0.05 });
    assert.deepEqual(await set.json(), { enabled: true, monthly_cap_usd: 0.05 });
    const got = await statuses(key, 50);
    assert.deepEqual(got, [...Array<number>(15).fill(200), ...Array<number>(35).fill(429)]);
    const { conversions, overage_cap_usd: cap, overage_spent_usd: spent } = await usage(key);
    assert.deepEqual([cap, spent], [0.05, 0.05]);
    assert.equal((conversions as { overage: number }).overage, 10);

    const refused = await convert(key);
    const { error } = JSON.parse(refused.body.toString()) as { error: { details: unknown } };
    assert.partialDeepStrictEqual(error, {
      code: 'quota_exceeded',
      details: { reason: 'overage_cap', overage_cap_usd: 0.05, limit: 5, used: 15 },
    });

    const expected = [
      "You have used 80% of this month's conversions",
      "You have used all of this month's conversions",
      'You have spent 80% of your monthly cap on overage',
      'You have reached your monthly cap on overage',
    ].sort();
    await until('all mails are sent', 10_000, async () => (await subjects('ada@example.com')).length >= 4);

    await send(key, 'POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: 0.1 });
    assert.deepEqual(await statuses(key, 11), [...Array<number>(10).fill(200), 429]);
    assert.deepEqual((await subjects('ada@example.com')).sort(), expected);
  });

  test('switching overage off stops conversions at the quota but keeps the monthly cap', async () => {
    const { api_key: key } = await makeAccount(service.env, 'bea@example.com', 'hobby');
    await send(key, 'POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: 5 });
    const off = await send(key, 'POST', '/v1/billing/overage', { enabled: false });
    assert.deepEqual(await off.json(), { enabled: false, monthly_cap_usd: 5 });
    assert.deepEqual(await statuses(key, 6), [200, 200, 200, 200, 200, 429]);
    const { error } = JSON.parse((await convert(key)).body.toString()) as { error: { details: object } };
    assert.equal('reason' in error.details, false);
    const on = await send(key, 'POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: null });
    assert.deepEqual(await on.json(), { enabled: true, monthly_cap_usd: null });
    assert.equal((await convert(key)).status, 200);
  });

  test('on a plan without overage, conversions stop at the quota even if overage is switched on', async () => {
    const { api_key: key } = await makeAccount(service.env, 'cleo@example.com', 'free');
    await send(key, 'POST', '/v1/billing/overage', { enabled: true });
    assert.deepEqual(await statuses(key, 3), [200, 429, 429]);
    assert.equal((await usage(key))['overage_enabled'], false);
  });

  test('returns 400 for an invalid overage setting or cap', async () => {
    const { api_key: key } = await makeAccount(service.env, 'dora@example.com', 'hobby');
    for (const body of [
      {},
      { enabled: 'yes' },
      { enabled: true, monthly_cap_usd: -1 },
      { enabled: true, cap: 1 },
    ])
      assert.equal((await send(key, 'POST', '/v1/billing/overage', body)).status, 400, JSON.stringify(body));
  });

  test('emails a limit notice even if the process that charged the account has exited', async () => {
    const { account_id: id } = await makeAccount(service.env, 'fay@example.com', 'hobby');
    const clock = { now: () => Date.now(), elapsed: () => performance.now() };
    const { quota, close } = await openLimitsProcess(service.env, clock);
    const reservation = await quota.reserve({ id, plan: { monthlyConversions: 1, overageMicroUsd: null } });
    await reservation.commit();
    await close();
    await until('the mail is sent', 10_000, async () => (await subjects('fay@example.com')).length === 1);
  });

  test('credits that the operator has granted are used before overage', async () => {
    const { api_key: key, account_id: id } = await makeAccount(service.env, 'eve@example.com', 'hobby');
    const operate = <Body>(...words: string[]) => admin<Body>(service.env, ...words);
    const reason = ['--reason', 'a present'];
    assert.partialDeepStrictEqual(await operate('account', 'credits', id, '+3', ...reason), { credits: 3 });
    assert.partialDeepStrictEqual(await operate('account', 'credits', id, '-5', ...reason), {
      credits: 0,
      lost: 2,
    });
    await operate('account', 'credits', id, '2', ...reason);
    await operate('account', 'overage', id, 'on', '--cap', '0.005');
    assert.deepEqual(await statuses(key, 12), [...Array<number>(8).fill(200), ...Array<number>(4).fill(429)]);
    assert.partialDeepStrictEqual(await usage(key), { credits: 0, overage_spent_usd: 0.005 });
    await assert.rejects(operate('account', 'credits', id, 'many', ...reason), /the number of credits/);
    await assert.rejects(operate('account', 'credits', id, '1'), /--reason/);
    await assert.rejects(operate('account', 'overage', id, 'on', '--cap', 'x'), /--cap/);
  });
}, settings);
