/** The throttle, the quota and the idempotency keys of this process, which it shares with others by the database. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import { Idempotency } from './idempotency.ts';
import { Lease } from '../leases/lease.ts';
import { Quota } from './quota.ts';
import { Throttle } from './throttle.ts';
import { DatabaseWindows } from './windows.ts';

export interface RequestLimits {
  throttle: Throttle;
  quota: Quota;
  idempotency: Idempotency;
  lease: Lease;
  /** Says that this process lives: to be called every `renewEveryMs`, else what it holds is taken from it. */
  renew: () => Promise<void>;
  /** Removes what no longer counts, and frees what dead processes held. */
  sweep: () => Promise<void>;
  /** Frees what this process still holds. */
  close: () => Promise<void>;
}

interface LimitServices {
  database: Database;
  clock: Clock;
  newId: NewId;
  /** For answers that are kept. */
  encryption: Encryption;
  /** Hears of what fails in the background. */
  onError: (error: unknown) => void;
}

export async function openLimits({ onError, ...parts }: LimitServices): Promise<RequestLimits> {
  const { database, clock } = parts;
  const lease = await Lease.open(parts);
  const windows = new DatabaseWindows(database, clock);
  const idempotency = new Idempotency({ ...parts, lease });
  return {
    ...{ idempotency, lease },
    throttle: new Throttle(windows, clock, onError),
    quota: new Quota({ ...parts, lease }),
    sweep: async () => {
      await lease.sweep();
      await windows.sweep();
      await idempotency.sweep();
    },
    renew: () => lease.renew(),
    close: () => lease.close(),
  };
}
