/** Webhooks put together: secrets, the outbox, and the delivery of what is in it. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { noFailpoints, type Failpoints } from '../kit/failpoints.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import { Deliveries, type DeliveryServices } from './deliveries.ts';
import { WebhookOutbox } from './outbox.ts';
import { WebhookSecrets } from './secrets.ts';

interface WebhookServices extends Pick<
  DeliveryServices,
  'outbound' | 'schedule' | 'lease' | 'ending' | 'onError' | 'onAttempt'
> {
  database: Database;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  encryption: Encryption;
  failpoints?: Failpoints;
}

export interface Webhooks {
  secrets: WebhookSecrets;
  outbox: WebhookOutbox;
  deliveries: Deliveries;
}

/** Delivers nothing before `deliveries.start()`. */
export function openWebhooks({ failpoints = noFailpoints, ...parts }: WebhookServices): Webhooks {
  const secrets = new WebhookSecrets(parts);
  const deliveries = new Deliveries({ ...parts, secrets, failpoints });
  const outbox = new WebhookOutbox({ ...parts, wake: () => deliveries.wake() });
  return { secrets, outbox, deliveries };
}
