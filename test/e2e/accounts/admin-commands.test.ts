/** Tests that changes made with `protean admin` take effect in a running server. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { admin, makeAccount, type MadeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { answerOf } from '../../support/server/service.ts';

interface AccountLine {
  account_id: string;
  email: string;
  plan: string;
  monthly_conversions: number;
  disabled_at: string | null;
}

interface KeyLines {
  keys: { id: string; revoked_at: string | null }[];
}

withServiceOnEachDatabase((service) => {
  let ada: MadeAccount;

  before(async () => {
    ada = await makeAccount(service.env, 'ada@example.com', 'scale');
  });

  const operate = <Body>(...words: string[]) => admin<Body>(service.env, ...words);

  const look = async () =>
    answerOf(await fetch(`${service.url}/v1/keys`, { headers: { Authorization: `Bearer ${ada.api_key}` } }));

  test('`protean admin account create` creates an account with the rate limit of its plan', async () => {
    const answer = await look();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '600');
  });

  test('`protean admin account list` lists the accounts with their email addresses and plans', async () => {
    const { accounts } = await operate<{ accounts: AccountLine[] }>('account', 'list');
    assert.deepEqual(
      accounts.map(({ account_id, email, plan }) => ({ account_id, email, plan })),
      [{ account_id: ada.account_id, email: 'ada@example.com', plan: 'scale' }],
    );
  });

  test('`protean admin account plan` changes the plan of an account, with or without custom limits', async () => {
    const own = ['--conversions', '7', '--requests', '9'];
    const changed = await operate<AccountLine>('account', 'plan', 'ada@example.com', 'enterprise', ...own);
    assert.equal(changed.monthly_conversions, 7);
    assert.equal((await look()).headers.get('x-ratelimit-limit'), '9');
    await operate('account', 'plan', ada.account_id, 'hobby');
    assert.equal((await look()).headers.get('x-ratelimit-limit'), '60');
  });

  test('the server refuses the API key of a disabled account until the account is enabled again', async () => {
    await operate('account', 'disable', 'ADA@example.com');
    const refused = await look();
    assert.equal(refused.status, 401);
    assert.deepEqual(refused.body, (await answerOf(await fetch(`${service.url}/v1/keys`))).body);
    await operate('account', 'enable', 'ada@example.com');
    assert.equal((await look()).status, 200);
  });

  test('`protean admin key` lists and revokes the API keys of an account', async () => {
    const bea = await makeAccount(service.env, 'bea@example.com', 'free');
    const keysOf = async (account: string) => (await operate<KeyLines>('key', 'list', account)).keys;
    const [key = assert.fail(), ...more] = await keysOf('bea@example.com');
    assert.deepEqual(more, []);
    await operate('key', 'revoke', key.id);
    assert.ok((await keysOf(bea.account_id))[0]?.revoked_at);
    await operate('key', 'revoke', ada.api_key);
    assert.equal((await look()).status, 401);
  });

  const mistakes: [string[], RegExp][] = [
    [['account', 'create', '--email', 'ada@example.com'], /There is an account/],
    [['account', 'create', '--email', 'ada'], /--email/],
    [['account', 'create', '--email', 'x@example.com', '--plan', 'gold'], /Choose from: free, hobby/],
    [['account', 'plan', 'nobody@example.com', 'free'], /Account not found: nobody@example.com/],
    [['account', 'plan', 'ada@example.com', 'free', '--conversions', '-1'], /--conversions/],
    [['key', 'revoke', 'nix'], /Key not found/],
    [['nix'], /Usage: protean admin/],
  ];

  for (const [words, message] of mistakes) {
    test(`protean admin ${words.join(' ')} prints a message that matches ${message.source}`, () =>
      assert.rejects(operate(...words), message));
  }
});

describe('`protean admin` creates a database only in an empty DATA_DIR', () => {
  let dir: string;

  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'protean-admin-'));
  });

  after(() => rm(dir, { recursive: true }));

  test('`protean admin` creates no database in a missing or non-empty DATA_DIR', async () => {
    await writeFile(path.join(dir, 'notes.txt'), 'else');
    for (const place of [dir, path.join(dir, 'mistyped')]) {
      const none = new RegExp(`There is no database in DATA_DIR=${place},`);
      await assert.rejects(makeAccount({ DATA_DIR: place }, 'ada@example.com', 'free'), none);
      await assert.rejects(admin({ DATA_DIR: place }, 'account', 'list'), none);
    }
    assert.deepEqual(await readdir(dir), ['notes.txt']);
    await rm(path.join(dir, 'notes.txt'));
  });

  test('`protean admin` initializes an empty DATA_DIR only when the first account is created', async () => {
    await assert.rejects(admin({ DATA_DIR: dir }, 'account', 'list'), /There is no database/);
    assert.deepEqual(await readdir(dir), []);
    const { account_id: id } = await makeAccount({ DATA_DIR: dir }, 'ada@example.com', 'free');
    const { accounts } = await admin<{ accounts: AccountLine[] }>({ DATA_DIR: dir }, 'account', 'list');
    assert.deepEqual(
      accounts.map(({ account_id }) => account_id),
      [id],
    );
  });
});
