/** Tests that `ensure` returns a lease that has a row in the database, and that a closed lease has no row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { Lease } from '../../../packages/server/src/leases/lease.ts';
import { onEachDatabase, processPairFixture } from '../../support/fixtures.ts';
import { TestClock } from '../../support/server/limits-process.ts';

onEachDatabase((kind) => {
  const clock = new TestClock(1_800_000_000_000);
  const here = processPairFixture(kind, clock);

  const idsInDatabase = async () =>
    (await here.one.db.query.selectFrom('leases').select('id').execute()).map(({ id }) => id).sort();

  test('leaves no row in the database if a lease is closed during its renewal', async () => {
    const others = await idsInDatabase();
    const held = Promise.withResolvers<void>();
    let hold = false;
    const database: Pick<Database, 'query' | 'relaxedDurability'> = {
      query: here.one.db.query,
      relaxedDurability: async (work) => {
        if (hold) await held.promise;
        return here.one.db.relaxedDurability(work);
      },
    };
    const lease = await Lease.open({ database, clock, newId: randomId });
    hold = true;
    const renewed = lease.renew();
    const closed = lease.close();
    // Deletes the row before the renewal completes, like a faulty `close` that does not wait for the renewal.
    await here.one.db.query.deleteFrom('leases').where('id', 'not in', others).execute();
    held.resolve();
    await Promise.all([renewed, closed]);
    assert.deepEqual(await idsInDatabase(), others);
  });

  test('after a failed renewal, `ensure` returns a lease that has a row in the database', async () => {
    const [taken = assert.fail()] = await idsInDatabase();
    const ids = [randomId(), randomId(), taken, randomId()];
    const lease = await Lease.open({ database: here.one.db, clock, newId: () => ids.shift() ?? randomId() });
    const first = await lease.ensure();
    // Deletes the row, as another process does after the lease has expired.
    await here.one.db.query.deleteFrom('leases').where('id', '=', first).execute();
    await assert.rejects(lease.renew());
    const id = await lease.ensure();
    assert.ok((await idsInDatabase()).includes(id));
    await lease.close();
  });
});
