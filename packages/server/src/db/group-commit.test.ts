import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Database } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
});
after(() => rm(dir, { recursive: true, force: true }));

/** Runs `work` with a separate database. `commits` returns the number of transactions in the separate database. */
async function withGroup(
  name: string,
  work: (given: {
    group: GroupCommit;
    query: Kysely<Tables>;
    commits: () => number;
    stored: () => Promise<string[]>;
  }) => Promise<void>,
): Promise<void> {
  const database = new Database(await openSqlite(path.join(dir, name)));
  try {
    await migrate(database.query);
    const { query } = database;
    let commits = 0;
    const group = new GroupCommit((members) => {
      commits += 1;
      return query.transaction().execute(members);
    });
    const stored = async () => {
      const rows = await query.selectFrom('orphaned_objects').select('name').orderBy('name').execute();
      return rows.map((row) => row.name);
    };
    await work({ group, query, commits: () => commits, stored });
  } finally {
    await database.close();
  }
}

const add = (db: Kysely<Tables>, name: string) =>
  db.insertInto('orphaned_objects').values({ name, lease_id: null }).execute();

const statuses = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status);

test('commits all writes of an event loop turn in one transaction', () =>
  withGroup('order.sqlite', async ({ group, commits, stored }) => {
    const seen: number[] = [];
    const counting = (name: string) =>
      group.run(async (db) => {
        seen.push((await db.selectFrom('orphaned_objects').select('name').execute()).length);
        await add(db, name);
        return name;
      });
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(counting)), ['a', 'b', 'c']);
    assert.deepEqual(seen, [0, 1, 2]);
    assert.equal(commits(), 1);
    assert.equal(await counting('d'), 'd');
    assert.equal(commits(), 2);
    assert.deepEqual(await stored(), ['a', 'b', 'c', 'd']);
  }));

test('moves writes beyond the limit of one transaction to the next transaction', () =>
  withGroup('many.sqlite', async ({ group, commits, stored }) => {
    const names = Array.from({ length: 250 }, (_, n) => String(n).padStart(3, '0'));
    const seen: string[] = [];
    await Promise.all(names.map((name) => group.run((db) => add(db, name)).then(() => seen.push(name))));
    assert.deepEqual(seen, names);
    assert.equal(commits(), 3);
    assert.deepEqual(await stored(), names);
  }));

test('rolls back a failing write without affecting other writes in the same transaction', () =>
  withGroup('failing.sqlite', async ({ group, commits, stored }) => {
    const failing = async (db: Kysely<Tables>) => {
      await add(db, 'undone');
      throw new Error('refused');
    };
    const work = [group.run((db) => add(db, 'a')), group.run(failing), group.run((db) => add(db, 'a'))];
    work.push(group.run((db) => add(db, 'b')));
    assert.deepEqual(await statuses(work), ['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    assert.equal(commits(), 1);
    await assert.rejects(group.run(failing), /refused/);
    assert.deepEqual(await stored(), ['a', 'b']);
  }));

test('a write succeeds only after its transaction is committed', () =>
  withGroup('resolved.sqlite', async ({ query }) => {
    const held = Promise.withResolvers<void>();
    const group = new GroupCommit(async (members) => {
      await query.transaction().execute(members);
      await held.promise;
    });
    let resolved = 0;
    const work = ['a', 'b'].map((name) => group.run((db) => add(db, name)).then(() => (resolved += 1)));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    assert.equal(resolved, 0);
    held.resolve();
    await Promise.all(work);
    assert.equal(resolved, 2);
  }));

test('rejects all writes of a transaction that cannot be committed', () =>
  withGroup('lost.sqlite', async ({ group, stored }) => {
    const ending = (db: Kysely<Tables>) => sql`rollback`.execute(db);
    const work = [group.run((db) => add(db, 'a')), group.run(ending), group.run((db) => add(db, 'b'))];
    assert.deepEqual(await statuses(work), ['rejected', 'rejected', 'rejected']);
    await group.run((db) => add(db, 'c'));
    assert.deepEqual(await stored(), ['c']);
  }));

test('a full database accepts a small write after rejecting a write that does not fit', () =>
  withGroup('full.sqlite', async ({ group, query, stored }) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`).execute(query);
    const names = ['a', 'b'.repeat(1_000_000), 'c'];
    const results = await statuses(names.map((name) => group.run((db) => add(db, name))));
    const kept = names.filter((_, n) => results[n] === 'fulfilled');
    assert.ok(!kept.includes(names[1] ?? ''));
    assert.deepEqual(await stored(), kept);
    await group.run((db) => add(db, 'd'));
    assert.deepEqual(await stored(), [...kept, 'd']);
  }));
