/**
 * Adapts pg-boss to the benchmark. pg-boss keeps finished jobs, fetches jobs by priority and age, and can limit the
 * number of active jobs per group. Each account is a group.
 */
import { PgBoss } from 'pg-boss';
import { query } from '../../support/storage/databases.ts';
import { byHand } from './by-hand.ts';
import { accountCount, type QueueUnderTest } from './queue-under-test.ts';

const queueName = 'bench';
/** Jobs per insert statement. */
const perInsert = 10_000;

/** Opens a pg-boss queue. `perGroup` is the maximum number of active jobs of an account, enforced by pg-boss. */
export async function openPgBoss(url: string, name: string, perGroup?: number): Promise<QueueUnderTest> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queueName);
  const job = (account: number) => ({ data: { account }, group: { id: String(account) } });
  const groups = perGroup === undefined ? {} : { groupConcurrency: perGroup };
  return {
    name,
    async fill({ queued, finished = 0, accountOf }) {
      const insert = async (count: number) => {
        for (let from = 0; from < count; from += perInsert) {
          const length = Math.min(perInsert, count - from);
          await boss.insert(
            queueName,
            Array.from({ length }, (_, n) => job(accountOf(from + n))),
          );
        }
      };
      await insert(finished);
      if (finished > 0)
        await query(
          url,
          `update pgboss.job set state = 'completed', started_on = now(), completed_on = now() where name = '${queueName}'`,
        );
      await insert(queued);
      await query(url, 'vacuum analyze');
    },
    async enqueue(account) {
      const { data, group } = job(account);
      await boss.send(queueName, data, { group });
    },
    ...byHand({
      claim: (most: number) => boss.fetch<{ account: number }>(queueName, { batchSize: most, ...groups }),
      finish: async ({ id }) => void (await boss.complete(queueName, id)),
      accountOf: ({ data: { account } }) => account % accountCount,
    }),
    close: () => boss.stop({ graceful: false }),
  };
}
