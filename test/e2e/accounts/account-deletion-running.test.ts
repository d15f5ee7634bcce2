/**
 * Tests that deleting an account stops the account's running conversions without a charge and removes the account's
 * data, even if the server is killed or another process runs the conversions.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { admin } from '../../support/server/admin.ts';
import { pandocProcesses, pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { onEachDatabase } from '../../support/fixtures.ts';
import { accepted, ended, objectsOf, submit } from '../../support/jobs/jobs.ts';
import { linkIn, messageAfter } from '../../support/accounts/messages.ts';
import { answerOf, until, type Service } from '../../support/server/service.ts';
import { cookieIn, ours } from '../../support/accounts/sessions.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

/** Simulates pandoc. Runs for the number of seconds in the document's first line. */
const program = pandocScript(
  'time.sleep(float(open("/job/in/in.md").readline()))',
  'open("/job/out/out.html", "w").write("<p>done</p>")',
);

const document = (seconds: number) =>
  [
    ['file', new File([`${seconds}\n`], 'a.md')],
    ['target', 'html'],
  ] as const;

onEachDatabase((kind) => {
  let dir: string;
  let slow: string;
  let app: TestApp;

  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'protean-deletion-'));
    slow = path.join(dir, 'slow');
    await writeFile(slow, program, { mode: 0o755 });
    const settings = { CONVERSIONS_AT_ONCE: '12', JOBS_AT_ONCE: '2', WARM: 'off' };
    app = await openTestApp(kind, settings, (env) => startWithPandoc(slow, env));
  });

  after(async () => {
    await app.close();
    await rm(dir, { recursive: true });
  });

  const emailOf = async ({ id }: Customer) => (await app.registry.accounts.find(id))?.email ?? assert.fail();

  async function signIn(customer: Customer): Promise<string> {
    const email = await emailOf(customer);
    const askForLink = () =>
      fetch(`${app.service.url}/v1/sessions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    const link = linkIn(await messageAfter(app.service.dataDir, email, askForLink), app.service.url);
    return cookieIn(await answerOf(await fetch(link, { method: 'POST' })));
  }

  const remove = async (Cookie: string, confirm: string, { url }: Pick<Service, 'url'> = app.service) =>
    answerOf(
      await fetch(`${url}/v1/account`, {
        method: 'DELETE',
        headers: { Cookie, ...ours, 'Content-Type': 'application/json' },
        body: JSON.stringify({ confirm }),
      }),
    );

  const engines = () => pandocProcesses(app.service.process.pid ?? 0).length;

  /** Returns the number of rows that an account still has in each table. Omits tables without rows. */
  async function leftOf({ id }: Customer): Promise<Record<string, number>> {
    const { query } = app.registry.database;
    const counts: Record<string, number> = {};
    for (const table of ['jobs', 'reservations', 'ledger', 'result_objects', 'idempotency_keys'] as const) {
      const rows = await query.selectFrom(table).select('account_id').where('account_id', '=', id).execute();
      if (rows.length > 0) counts[table] = rows.length;
    }
    return counts;
  }

  const erased = async ({ id }: Customer) => {
    const { query } = app.registry.database;
    const row = await query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    return row?.erased_at != null && row.email === '';
  };

  const nothingOnDisk = () =>
    until('its folders are gone', 10_000, async () => {
      return (await app.service.jobFolders()).length === 0 && (await objectsOf(app)).length === 0;
    });

  test('deleting an account stops its conversions and jobs, and removes all its data', async () => {
    const leaver = await app.customer('hobby', busy);
    const other = await app.customer('hobby', busy);
    const [email, Cookie] = [await emailOf(leaver), await signIn(leaver)];
    const conversions = Array.from({ length: 5 }, (_, n) =>
      ask(app, '/v1/convert', leaver, { fields: document(300), headers: { 'Idempotency-Key': `k${n}` } }),
    );
    for (let n = 0; n < 3; n += 1) await accepted(submit(app, leaver, document(300)));
    // Two jobs run, and the third is queued.
    await until('they run', 30_000, () => engines() === 7);
    const theirs = ask(app, '/v1/convert', other, { fields: document(1) });

    const deleted = await remove(Cookie, email);
    assert.deepEqual(
      [deleted.status, JSON.parse(deleted.body.toString())],
      [200, { deleted: true, pending: [] }],
    );
    for (const { status, error } of await Promise.all(conversions))
      assert.deepEqual([status, error.code], [401, 'invalid_api_key']);
    assert.equal((await theirs).status, 200, 'no other customer is disturbed');
    await until('their engines have exited', 5_000, () => engines() === 0);
    assert.deepEqual(await leftOf(leaver), {});
    assert.ok(await erased(leaver));
    await nothingOnDisk();
  });

  test('deleting an account stops its conversion in another server process', async () => {
    const leaver = await app.customer('hobby', busy);
    const [email, Cookie] = [await emailOf(leaver), await signIn(leaver)];
    const elsewhere = await startWithPandoc(slow, { ...app.env, PORT: '0' });
    try {
      const conversion = ask({ ...app, service: elsewhere }, '/v1/convert', leaver, {
        fields: document(300),
      });
      const sleepers = () => pandocProcesses(elsewhere.process.pid ?? 0).length;
      await until('it runs', 30_000, () => sleepers() === 1);
      const deleted = await remove(Cookie, email);
      assert.deepEqual(JSON.parse(deleted.body.toString()), { deleted: true, pending: [] });
      assert.equal((await conversion).status, 401);
      await until('its engine has exited', 5_000, () => sleepers() === 0);
      assert.deepEqual(await leftOf(leaver), {});
    } finally {
      await elsewhere.stop();
    }
  });

  test('the operator can delete an account while no server runs', async () => {
    const leaver = await app.customer('hobby', busy);
    const fields = { fields: document(0), headers: { Accept: 'application/json', 'Idempotency-Key': 'k' } };
    assert.equal((await ask(app, '/v1/convert', leaver, fields)).status, 200);
    await ended(app, leaver, await accepted(submit(app, leaver, document(0))));
    await accepted(submit(app, leaver, document(300)));
    const answer = ask(app, '/v1/convert', leaver, { fields: document(300) }).catch(() => undefined);
    await until('both run', 30_000, () => engines() === 2);
    await app.service.stop('SIGKILL');
    await answer;
    assert.ok((await objectsOf(app)).length > 2);
    const confirm = ['--confirm', await emailOf(leaver)];
    const deleted = await admin(app.env, 'account', 'delete', leaver.id, ...confirm);
    assert.deepEqual(deleted, { account_id: leaver.id, deleted: true, pending: [] });
    assert.deepEqual(Object.keys(await leftOf(leaver)), ['ledger']);
    assert.ok(await erased(leaver));
    assert.deepEqual(await objectsOf(app), []);
    await app.restart('SIGKILL');
  });

  test('a restarted server completes the account deletion that a killed server began', async () => {
    const leaver = await app.customer('hobby', busy);
    const [email, Cookie] = [await emailOf(leaver), await signIn(leaver)];
    for (let n = 0; n < 20; n += 1) await accepted(submit(app, leaver, document(0)));
    const last = await accepted(submit(app, leaver, document(0)));
    await ended(app, leaver, last);
    assert.ok((await objectsOf(app)).length > 10);
    const cut = remove(Cookie, email).catch(() => undefined);
    const { query } = app.registry.database;
    await until('it is closed', 10_000, async () => {
      const rows = await query.selectFrom('accounts').selectAll().where('id', '=', leaver.id).execute();
      return rows[0]?.deleted_at != null;
    });
    await app.restart('SIGKILL');
    await cut;
    await until('the next server has finished', 20_000, () => erased(leaver));
    const { ledger, ...left } = await leftOf(leaver);
    assert.ok(ledger !== undefined && ledger > 10, 'the ledger stays');
    assert.deepEqual(left, {});
    await nothingOnDisk();
  });
});
