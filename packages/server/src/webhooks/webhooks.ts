/** Webhooks put together: secrets, the outbox, and the delivery of what is in it. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { noFaults, type Faults } from '../kit/faults.ts';
import type { NewId } from '../kit/ids.ts';
import type { Seal } from '../kit/seal.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import { Deliveries, type DeliveryParts } from './deliveries.ts';
import { Outbox } from './outbox.ts';
import { WebhookSecrets } from './secrets.ts';

interface Parts extends Pick<
  DeliveryParts,
  'outbound' | 'schedule' | 'lease' | 'ending' | 'onError' | 'onAttempt'
> {
  database: Database;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  seal: Seal;
  faults?: Faults;
}

export interface Webhooks {
  secrets: WebhookSecrets;
  outbox: Outbox;
  deliveries: Deliveries;
}

/** Delivers nothing before `deliveries.start()`. */
export function openWebhooks({ faults = noFaults, ...parts }: Parts): Webhooks {
  const secrets = new WebhookSecrets(parts);
  const deliveries = new Deliveries({ ...parts, secrets, faults });
  const outbox = new Outbox({ ...parts, wake: () => deliveries.wake() });
  return { secrets, outbox, deliveries };
}
