/** Checks that known and unknown addresses cause the same queries, so that response times do not reveal accounts. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { KyselyPlugin, Transaction } from 'kysely';
import { Database, type DatabaseBackend } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import type { Tables } from '../db/tables.ts';
import { systemClock } from '../kit/clock.ts';
import { Encryption } from '../kit/encryption.ts';
import { randomId } from '../kit/ids.ts';
import { systemRandom } from '../kit/secrets.ts';
import type { MailMessage } from '../mail/mail.ts';
import { planTable } from './plans.ts';
import { SignUp } from './sign-up.ts';

/** A database that records every statement of its transactions, without the values. */
class WatchedDatabase extends Database {
  readonly statements: string[] = [];

  constructor(backend: DatabaseBackend) {
    super(backend);
    this.#plugin = {
      transformQuery: ({ node }) => {
        this.statements.push(
          JSON.stringify(node, (key, value: unknown) => (/^values?$/.test(key) ? '' : value)),
        );
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
  }

  readonly #plugin: KyselyPlugin;

  override write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return super.write((transaction) => work(transaction.withPlugin(this.#plugin)));
  }
}

let dir: string;
let database: WatchedDatabase;
const messages: MailMessage[] = [];

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  database = new WatchedDatabase(await openSqlite(path.join(dir, 'protean.sqlite')));
  await migrate(database.query);
});

after(async () => {
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

test('requestLink runs the same database queries for known and unknown email addresses', async () => {
  const signUp = new SignUp({
    database,
    plans: planTable({
      rateOverrides: {},
      quotaOverrides: {},
      sizeOverrides: {},
      jobSizeOverrides: {},
      planPrices: {},
    }),
    ...{ clock: systemClock, newId: randomId, random: systemRandom },
    encryption: new Encryption('of this test', systemRandom),
    enqueueMail: (message) => void messages.push(message),
    linkOf: (token) => token,
  });
  const asked = async (email: string, purpose: 'key' | 'session' = 'key') => {
    const from = database.statements.length;
    await signUp.requestLink(email, 'address 192.0.2.1', purpose);
    return database.statements.slice(from);
  };
  const unknown = await asked('ada@example.com');
  const token = /^[\w-]{43}$/m.exec(messages[0]?.text ?? '')?.[0] ?? assert.fail('no token in the letter');
  assert.ok(await signUp.spend(token));
  const known = await asked('ada@example.com');
  assert.ok(unknown.length > 4, 'we watched');
  assert.deepEqual(known, unknown);
  assert.equal(messages.length, 2);
  assert.deepEqual(await asked('ada@example.com', 'session'), unknown, 'signing in, known');
  assert.deepEqual(await asked('nobody@example.com', 'session'), unknown, 'signing in, unknown');
  assert.equal(messages.length, 4);
});
