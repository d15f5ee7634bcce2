/** A process that claims idempotency keys at the same time as other processes, and never releases them. */
import { ServiceError } from '../../../packages/server/src/errors.ts';
import { openLimitsProcess, TestClock } from '../server/limits-process.ts';

export interface IdempotencyRace {
  accountId: string;
  keys: readonly string[];
}

export interface IdempotencyRaceOutcome {
  claimed: string[];
}

const [env = '', time] = process.argv.slice(2);
const limits = await openLimitsProcess(
  JSON.parse(env) as Record<string, string>,
  new TestClock(Number(time)),
);

/** Claims a key. Resolves with a list that contains the key, or with an empty list if another process holds the key. */
async function claim(accountId: string, key: string): Promise<string[]> {
  try {
    await limits.idempotency.begin({ accountId, endpoint: '/v1/convert', key });
    return [key];
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return [];
    throw error;
  }
}

process.on('message', ({ accountId, keys }: IdempotencyRace) => {
  void Promise.all(keys.map((key) => claim(accountId, key))).then((claimed) =>
    process.send?.({ claimed: claimed.flat() } satisfies IdempotencyRaceOutcome),
  );
});
process.send?.('ready');
