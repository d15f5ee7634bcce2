/** A lease in the database: what `ensure` returns exists, and nothing is left of one that was closed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../packages/server/src/db/database.ts';
import { randomId } from '../../packages/server/src/kit/ids.ts';
import { Lease } from '../../packages/server/src/leases/lease.ts';
import { databaseKinds } from '../support/databases.ts';
import { openProcessPair, TestClock, type ProcessPair } from '../support/limits-process.ts';

for (const kind of databaseKinds) {
  describe(kind, () => {
    let pair: ProcessPair;
    let db: Database;
    const clock = new TestClock(1_800_000_000_000);

    before(async () => {
      pair = await openProcessPair(kind, clock);
      ({ db } = pair.processes[0]);
    });

    after(() => pair.close());

    const idsInDatabase = async () =>
      (await db.query.selectFrom('leases').select('id').execute()).map(({ id }) => id).sort();

    test('a renewal under way leaves no lease behind one that is closed', async () => {
      const others = await idsInDatabase();
      const held = Promise.withResolvers<void>();
      let hold = false;
      const database: Pick<Database, 'query' | 'relaxedDurability'> = {
        query: db.query,
        relaxedDurability: async (work) => {
          if (hold) await held.promise;
          return db.relaxedDurability(work);
        },
      };
      const lease = await Lease.open({ database, clock, newId: randomId });
      hold = true;
      const renewed = lease.renew();
      const closed = lease.close();
      // The row has gone as it would by a close that waits for nothing.
      await db.query.deleteFrom('leases').where('id', 'not in', others).execute();
      held.resolve();
      await Promise.all([renewed, closed]);
      assert.deepEqual(await idsInDatabase(), others);
    });

    test('after a renewal that failed half-way, `ensure` returns a lease that exists', async () => {
      const [taken = assert.fail()] = await idsInDatabase();
      const ids = [randomId(), randomId(), taken, randomId()];
      const lease = await Lease.open({ database: db, clock, newId: () => ids.shift() ?? randomId() });
      const first = await lease.ensure();
      // As another process ends it that takes this one for dead.
      await db.query.deleteFrom('leases').where('id', '=', first).execute();
      await assert.rejects(lease.renew());
      const id = await lease.ensure();
      assert.ok((await idsInDatabase()).includes(id));
      await lease.close();
    });
  });
}
