/** After DELETE /v1/account, no stored data identifies the owner of the account (contract §7.11). */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { AccountDeletion } from '../../../packages/server/src/privacy/deletion.ts';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import type { InProcessService } from '../../support/server/in-process-service.ts';
import { linkIn, messageAfter } from '../../support/accounts/messages.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { answerOf, callWithKey, until, type Answer } from '../../support/server/service.ts';
import { cookieIn, ours, signIn } from '../../support/accounts/sessions.ts';
import { tracesOf } from '../../support/storage/traces.ts';

const jsonOf = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body;

withServiceOnEachDatabase(
  (service) => {
    const call = async (
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: FormData | object,
    ) => {
      const isForm = body instanceof FormData;
      return answerOf(
        await fetch(service.url + path, {
          method,
          headers: { ...headers, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
          ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        }),
      );
    };

    const remove = (Cookie: string, confirm: string, headers: Record<string, string> = ours) =>
      call('DELETE', '/v1/account', { Cookie, ...headers }, { confirm });

    const formOf = (content: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      form.append('file', new File([content], 'a.json'));
      form.append('target', 'yaml');
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };

    /** Requests a sign-in link without using it. */
    const linkTo = async (email: string, path = '/v1/sessions') => {
      // Moves the clock by an hour, because each mailbox gets only a limited number of links per hour.
      service.pass(3_600_000);
      const ask = () => call('POST', path, {}, { email });
      return linkIn(await messageAfter(service.dataDir, email, ask), service.url);
    };

    const objects = async () =>
      (await readdir(path.join(service.dataDir, 'objects'), { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile(),
      ).length;

    test('deleting an account keeps only ledger rows without an email address', async () => {
      const email = 'leaving.owner@example.com';
      const Cookie = await signIn(service, email);
      const { id } = jsonOf<{ id: string }>(await call('GET', '/v1/account', { Cookie }));
      const made = await call('POST', '/v1/keys', { Cookie, ...ours }, { name: `key of ${email}` });
      const { api_key } = jsonOf<{ api_key: string }>(made);
      const Authorization = `Bearer ${api_key}`;
      assert.equal((await call('POST', '/v1/webhooks/secret', { Authorization })).status, 200);
      const large = JSON.stringify({ mine: `${email} `.repeat(500) });

      const asLink = await call(
        'POST',
        '/v1/convert',
        { Authorization, Accept: 'application/json' },
        formOf(large),
      );
      const { file_url } = jsonOf<{ file_url: string }>(asLink);
      const once = { Authorization, 'Idempotency-Key': email.replace('@', '/') };
      assert.equal((await call('POST', '/v1/convert', once, formOf(large))).status, 200);
      const hooked = { webhook_url: `http://127.0.0.1:65535/${email}` };
      const job = await call('POST', '/v1/jobs', { Authorization }, formOf(large, hooked));
      assert.equal(job.status, 202, job.error.message);
      const { job_id } = jsonOf<{ job_id: string }>(job);
      const done = await call('GET', `/v1/jobs/${job_id}?wait=30`, { Authorization });
      const { result } = jsonOf<{ result: { file_url: string } }>(done);
      for (const url of [file_url, result.file_url])
        assert.equal((await answerOf(await fetch(url))).status, 200);
      await until('the file of the job is gone', 10_000, async () => (await objects()) === 3);
      const pending = await linkTo(email, '/v1/keys/free');
      const usage = await call('GET', '/v1/usage', { Authorization });
      assert.equal(jsonOf<{ conversions: { used: number } }>(usage).conversions.used, 3);
      const traces = [email, email.replace('@', '/')];
      assert.notDeepEqual(await tracesOf(service, traces), [], 'the search finds the address');

      for (const [answer, status] of [
        [await remove(Cookie, 'other@example.com'), 400],
        [await call('DELETE', '/v1/account', { Cookie, ...ours }), 400],
        [await remove(Cookie, email, { 'Sec-Fetch-Site': 'cross-site' }), 403],
        [await remove(Cookie, email, {}), 403],
        [await call('DELETE', '/v1/account', { Authorization, ...ours }, { confirm: email }), 403],
        [await call('DELETE', '/v1/account', {}, { confirm: email }), 401],
      ] as const)
        assert.equal(answer.status, status);
      assert.equal(
        (await call('GET', '/v1/account', { Authorization })).status,
        200,
        'the account still exists',
      );

      const deleted = await remove(Cookie, ' Leaving.Owner@example.com ');
      assert.equal(deleted.status, 200);
      assert.deepEqual(jsonOf(deleted), { deleted: true, pending: [] });
      assert.match(deleted.headers.get('set-cookie') ?? '', /^protean-session=; .*Max-Age=0/);

      assert.deepEqual(await tracesOf(service, traces), []);
      assert.equal(await objects(), 0);
      for (const url of [file_url, result.file_url])
        assert.equal((await answerOf(await fetch(url))).status, 404);
      for (const headers of [{ Authorization }, { Cookie }])
        assert.equal((await call('GET', '/v1/account', headers)).status, 401);
      assert.equal((await answerOf(await fetch(pending, { method: 'POST' }))).status, 404);
      const { accounts } = await admin<{ accounts: { account_id: string }[] }>(
        service.env,
        'account',
        'list',
      );
      assert.ok(!accounts.some(({ account_id }) => account_id === id));
      assert.deepEqual(await ledgerOf(service, id), { rows: 3, email: '', mailbox: id });

      const again = await signIn(service, email);
      const fresh = jsonOf<{ id: string; email: string }>(
        await call('GET', '/v1/account', { Cookie: again }),
      );
      assert.notEqual(fresh.id, id);
      assert.equal(fresh.email, email);
      const jobs = await call('GET', '/v1/jobs', { Cookie: again });
      assert.deepEqual(jsonOf<{ jobs: unknown[] }>(jobs).jobs, []);
    });

    test('the database files contain no email addresses of deleted accounts', async () => {
      const registry = await openRegistry(service.env);
      const emails = Array.from(
        { length: 200 },
        (_, n) => `${(n * 7919) % 1009}.one@leaving${n}.example.com`,
      );
      const ids: string[] = [];
      for (const email of emails) ids.push((await registry.accounts.create(email, 'free')).account.id);
      const leaves = (_: string, n: number) => n % 10 === 0;
      const leavers = emails.filter(leaves);
      const { database } = registry;
      const onError = (error: unknown) => assert.fail(String(error));
      const deletion = new AccountDeletion({ database, clock: systemClock, steps: () => [], onError });
      for (const id of ids.filter(leaves)) assert.ok(await deletion.close(id));
      const left = database.query
        .selectFrom('accounts')
        .select('id')
        .where('deleted_at', 'is not', null)
        .where('erased_at', 'is', null);
      await until('a server has removed them', 20_000, async () => (await left.execute()).length === 0);
      await registry.close();
      assert.deepEqual(await tracesOf(service, leavers), []);
      assert.notDeepEqual(await tracesOf(service, [emails[1] ?? '']), [], 'the others stay');
    });

    test('responds with 200 or 401 to concurrent requests to delete the same account', async () => {
      const Cookie = await signIn(service, 'twice@example.com');
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => remove(Cookie, 'twice@example.com')),
      );
      const statuses = answers.map(({ status }) => status);
      assert.ok(statuses.includes(200));
      assert.ok(
        statuses.every((status) => status === 200 || status === 401),
        statuses.join(),
      );
    });

    test('deleting an account also removes sessions, keys and secrets created at the same time', async () => {
      for (let round = 0; round < 3; round += 1) {
        const email = `racing${round}@example.com`;
        const Cookie = await signIn(service, email);
        const links = [await linkTo(email), await linkTo(email)];
        const spend = async (link: string) => answerOf(await fetch(link, { method: 'POST' }));
        const newKey = () => call('POST', '/v1/keys', { Cookie, ...ours }, { name: 'late' });
        const newSecret = () => call('POST', '/v1/webhooks/secret', { Cookie, ...ours });
        const [deleted, ...others] = await Promise.all([
          remove(Cookie, email),
          ...links.map(spend),
          newKey(),
          newSecret(),
          newKey(),
        ]);
        assert.equal(deleted.status, 200);
        assert.deepEqual(jsonOf<{ pending: string[] }>(deleted).pending, []);
        for (const answer of others) {
          assert.ok([200, 401, 404].includes(answer.status), answer.body.toString());
          const session = cookieIn(answer);
          if (session) assert.equal((await call('GET', '/v1/account', { Cookie: session })).status, 401);
          const key = answer.error.code ? undefined : jsonKeyOf(answer);
          if (key) assert.equal((await callWithKey(`${service.url}/v1/usage`, key)).status, 401);
        }
        assert.deepEqual(await rowsOf(service, ['sessions', 'api_keys', 'webhook_secrets']), []);
      }
    });

    test('the operator can delete an account by its email address while the server runs', async () => {
      const { api_key, account_id } = await makeAccount(service.env, 'operated@example.com', 'hobby');
      const headers = { Authorization: `Bearer ${api_key}`, Accept: 'application/json' };
      assert.equal((await call('POST', '/v1/convert', headers, formOf('{"a":1}'))).status, 200);
      const before = await objects();
      await assert.rejects(
        admin(service.env, 'account', 'delete', 'operated@example.com', '--confirm', 'x@example.com'),
        /--confirm/,
      );
      const confirm = ['--confirm', 'operated@example.com'];
      const closed = await admin(service.env, 'account', 'delete', 'operated@example.com', ...confirm);
      assert.partialDeepStrictEqual(closed, { account_id, deleted: true });
      assert.equal((await call('GET', '/v1/account', headers)).status, 401);
      await until('its files are gone', 15_000, async () => (await objects()) === before - 1);
      await until('its address is', 15_000, async () => {
        return (await tracesOf(service, ['operated@example.com'])).length === 0;
      });
    });
  },
  {
    RATE_OVERRIDES: '{"anonymous":100000,"free":100000,"hobby":100000}',
    // No webhook receiver listens at this address, so the delivery stays queued for a retry.
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
  },
);

function jsonKeyOf({ headers, body }: Answer): string | undefined {
  if (!headers.get('content-type')?.startsWith('application/json')) return undefined;
  return (JSON.parse(body.toString()) as { api_key?: string }).api_key;
}

async function ledgerOf(service: InProcessService, id: string) {
  const registry = await openRegistry(service.env);
  const { database } = registry;
  const rows = await database.query.selectFrom('ledger').select('id').where('account_id', '=', id).execute();
  const account = await database.query
    .selectFrom('accounts')
    .select(['email', 'mailbox'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await registry.close();
  return { rows: rows.length, ...account };
}

/** Returns the rows of `tables` that belong to a deleted account. */
async function rowsOf(
  service: InProcessService,
  tables: readonly ('sessions' | 'api_keys' | 'webhook_secrets')[],
) {
  const registry = await openRegistry(service.env);
  const { database } = registry;
  const found: unknown[] = [];
  for (const table of tables)
    found.push(
      ...(await database.query
        .selectFrom(table)
        .select('account_id')
        .where('account_id', 'in', (accounts) =>
          accounts.selectFrom('accounts').select('id').where('deleted_at', 'is not', null),
        )
        .execute()),
    );
  await registry.close();
  return found;
}
