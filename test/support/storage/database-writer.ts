/**
 * Process that writes to a database at the same time as other processes. Opens the database, then repeatedly reads and
 * increments a number.
 */
import { openDatabase } from '../../../packages/server/src/db/open.ts';

const [dataDir = '', databaseUrl, subject = '', rounds = '0'] = process.argv.slice(2);
const place = { dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl };
const database = await openDatabase(place, (error) => console.error(error));
for (let round = 0; round < Number(rounds); round += 1) {
  await database.write(async (transaction) => {
    await transaction
      .insertInto('sign_up_windows')
      .values({ subject, used: 0, ends_at: 0 })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ ends_at: 0 }))
      .execute();
    const { used } = await transaction
      .selectFrom('sign_up_windows')
      .select('used')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('sign_up_windows')
      .set({ used: used + 1 })
      .where('subject', '=', subject)
      .execute();
  });
}
await database.close();
