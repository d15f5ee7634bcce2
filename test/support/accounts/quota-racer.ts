/** A process that reserves conversions from the quota of an account, at the same time as other processes. */
import { ServiceError } from '../../../packages/server/src/errors.ts';
import type { QuotaCustomer } from '../../../packages/server/src/limits/quota.ts';
import { openLimitsProcess, TestClock } from '../server/limits-process.ts';

export interface QuotaRace {
  customer: QuotaCustomer;
  /** Number of concurrent conversions. Every third conversion fails if it is admitted. */
  attempts: number;
  /** If true, the conversions never end, so their reservations are never released. */
  hang?: boolean;
}

export interface QuotaRaceOutcome {
  charged: number;
}

const [env = '', time] = process.argv.slice(2);
const clock = new TestClock(Number(time));
const { quota, close } = await openLimitsProcess(JSON.parse(env) as Record<string, string>, clock);

/** Reserves a conversion, and commits or releases it. Resolves with true if the conversion was charged. */
async function convert({ customer, hang }: QuotaRace, n: number): Promise<boolean> {
  try {
    const reservation = await quota.reserve(customer);
    if (hang) return false;
    if (n % 3 === 2) await reservation.release();
    else await reservation.commit();
    return n % 3 !== 2;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'quota_exceeded') return false;
    throw error;
  }
}

process.on('message', (heat: QuotaRace) => {
  const tries = Array.from({ length: heat.attempts }, (_, n) => convert(heat, n));
  void Promise.all(tries).then((charged) => process.send?.({ charged: charged.filter(Boolean).length }));
});
process.once('disconnect', () => void close());
process.send?.('ready');
