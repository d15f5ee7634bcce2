/** Checks that the receiver got each webhook event at least once, with the same signed body in every attempt. */
import type { Database } from '../../packages/server/src/db/database.ts';
import { decryptColumn } from '../../packages/server/src/db/encrypted-column.ts';
import type { Encryption } from '../../packages/server/src/kit/encryption.ts';
import { isSignedBy, type ReceivedWebhook } from '../support/jobs/webhook-receiver.ts';
import type { SubmittedJob } from './campaign.ts';

interface DeliveryRecord {
  id: string;
  event: string;
  body: string;
  status: string;
  attempts: number;
  lease_id: string | null;
}

/**
 * Returns a sentence for each violation. By default, also checks that the number of received requests is at least the
 * number of attempts in the database. If processes may be paused, set `allArrive` to false to skip this check, because
 * an attempt of a paused process may time out before the process sends its request.
 */
export async function webhookFaults(
  { query }: Database,
  submitted: readonly SubmittedJob[],
  received: readonly ReceivedWebhook[],
  encryption: Encryption,
  { allArrive = true } = {},
): Promise<string[]> {
  const receivedAt = Map.groupBy(received, ({ path }) => path);
  const rows = await query.selectFrom('jobs').select(['id', 'status']).execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const encrypted = await query
    .selectFrom('deliveries')
    .select(['id', 'job_id', 'event', 'body', 'status', 'attempts', 'lease_id'])
    .execute();
  const opened = encrypted.map((row) => ({ ...row, body: decryptColumn(encryption, row.body, row.id) }));
  const deliveries = new Map(opened.map((row) => [row.job_id, row]));
  const known = new Set(submitted.map(({ webhookPath }) => webhookPath));
  const unexpected = [...receivedAt.keys()]
    .filter((path) => !known.has(path))
    .map((path) => `unexpected webhook to ${path}`);
  return [
    ...unexpected,
    ...submitted.flatMap((job) => {
      const attempts = receivedAt.get(job.webhookPath ?? '') ?? [];
      const delivery = deliveries.get(job.id);
      const least = allArrive ? (delivery?.attempts ?? 0) : 0;
      const fault = faultOf(job, statuses.get(job.id), delivery, { attempts, least });
      return fault ? [`${job.id} ${statuses.get(job.id)}, ${job.webhookPath}: ${fault}`] : [];
    }),
  ];
}

function faultOf(
  { id, webhookPath, customer }: SubmittedJob,
  status: string | undefined,
  delivery: DeliveryRecord | undefined,
  { attempts, least }: { attempts: readonly ReceivedWebhook[]; least: number },
): string | undefined {
  if (webhookPath === undefined || status === 'cancelled') {
    return delivery || attempts.length > 0 ? 'was sent without a request for it' : undefined;
  }
  if (!delivery) return 'has no delivery';
  if (delivery.status !== 'delivered' || delivery.lease_id !== null) return `is ${delivery.status}`;
  // A delivery may have more requests than recorded attempts, because a process may crash before it records an attempt.
  if (attempts.length < Math.max(1, least))
    return `was received ${attempts.length} of ${delivery.attempts} times`;
  const body = JSON.parse(delivery.body) as { event: string; data: { job_id: string; status: string } };
  if (body.event !== `job.${status}` || body.data.status !== status || body.data.job_id !== id)
    return 'has a body that contradicts the job';
  const allSound = attempts.every(
    (attempt) =>
      attempt.bytes.equals(Buffer.from(delivery.body)) &&
      attempt.headers['x-service-delivery'] === delivery.id &&
      attempt.headers['x-service-event'] === delivery.event &&
      isSignedBy(customer.secret, attempt),
  );
  return allSound ? undefined : 'was received with other bytes, another id or a wrong signature';
}
