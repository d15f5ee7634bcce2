/** Assembles the webhooks: secrets, the outbox, and the delivery of its events. */
import type { Database } from '../db/database.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { NewId } from '../kit/ids.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import type { Lease } from '../leases/lease.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { Deliveries, type AttemptEnd } from './deliveries.ts';
import { DeliveryLog } from './delivery-log.ts';
import { WebhookOutbox } from './outbox.ts';
import type { Schedule } from './schedule.ts';
import { WebhookSecrets } from './secrets.ts';

interface WebhookServices {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  encryption: Encryption;
  outbound: GuardedFetch;
  schedule: Schedule;
  /** Aborts when all attempts that are still running must be abandoned. */
  ending: AbortSignal;
  failpoints: Failpoints;
  tracing: Tracing;
  /** Called on internal errors. */
  onError: (error: unknown) => void;
  onAttempt: (attempt: AttemptEnd) => void;
}

export interface Webhooks {
  secrets: WebhookSecrets;
  outbox: WebhookOutbox;
  deliveries: Deliveries;
  deliveryLog: DeliveryLog;
}

/** Opens the services. Nothing is delivered before `deliveries.start()` is called. */
export function openWebhooks(services: WebhookServices): Webhooks {
  const { database, lease, clock, newId, random, encryption, outbound, schedule } = services;
  const { ending, failpoints, tracing, onError, onAttempt } = services;
  const secrets = new WebhookSecrets({ database, clock, random, encryption });
  const deliveries = new Deliveries({
    database,
    lease,
    clock,
    encryption,
    outbound,
    schedule,
    secrets,
    ending,
    failpoints,
    tracing,
    onError,
    onAttempt,
  });
  const wake = () => deliveries.wake();
  const outbox = new WebhookOutbox({ clock, newId, schedule, encryption, tracing, wake });
  const deliveryLog = new DeliveryLog({ database, clock, encryption, wake });
  return { secrets, outbox, deliveries, deliveryLog };
}
