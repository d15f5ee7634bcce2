/** Tests GET /v1/account with a key or a session of the account (contract §7.9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { signIn } from '../../support/accounts/sessions.ts';

interface AccountAnswer {
  id: string;
  plan_source: string;
  created_at: string;
}

withServiceOnEachDatabase(
  (service) => {
    const accountBy = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.url}/v1/account`, { headers });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      return (await response.json()) as AccountAnswer;
    };
    const accountOf = (key: string) => accountBy({ Authorization: `Bearer ${key}` });

    test('returns the plan "free" and the plan source "default" for a new account', async () => {
      const Cookie = await signIn(service, 'ada@example.com');
      const { id, created_at, ...rest } = await accountBy({ Cookie });
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
      assert.deepEqual(rest, { email: 'ada@example.com', plan: 'free', plan_source: 'default' });
    });

    test('returns the plan source "operator" only if the operator has set the plan', async () => {
      const bea = await makeAccount(service.env, 'bea@example.com', 'hobby');
      assert.equal((await accountOf(bea.api_key)).plan_source, 'operator');
      const cy = await makeAccount(service.env, 'cy@example.com', 'free');
      assert.equal((await accountOf(cy.api_key)).plan_source, 'default');
      await admin(service.env, 'account', 'plan', 'cy@example.com', 'free');
      const { id, ...chosen } = await accountOf(cy.api_key);
      assert.deepEqual([id, chosen.plan_source], [cy.account_id, 'operator']);
      const { accounts } = await admin<{ accounts: AccountAnswer[] }>(service.env, 'account', 'list');
      assert.deepEqual(accounts.map((account) => account.plan_source).sort(), [
        'default',
        'operator',
        'operator',
      ]);
    });

    test('GET /v1/account returns 401 without an API key or session', async () => {
      assert.equal((await fetch(`${service.url}/v1/account`)).status, 401);
    });
  },
  { RATE_OVERRIDES: '{"anonymous":100000,"free":100000}' },
);
