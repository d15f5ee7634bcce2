/** Whether the receivers have heard what they should: at least once, always the same bytes, each of them signed. */
import type { Database } from '../../packages/server/src/db/database.ts';
import { openColumn } from '../../packages/server/src/db/sealed.ts';
import type { Encryption } from '../../packages/server/src/kit/encryption.ts';
import { isSignedBy, type Received } from '../support/webhook-receiver.ts';
import type { Sent } from './sent.ts';

interface Delivery {
  id: string;
  event: string;
  body: string;
  status: string;
  attempts: number;
  lease_id: string | null;
}

export async function unheard(
  { query }: Database,
  sent: readonly Sent[],
  received: readonly Received[],
  seal: Encryption,
): Promise<string[]> {
  const heard = Map.groupBy(received, ({ path }) => path);
  const jobs = await query.selectFrom('jobs').select(['id', 'status']).execute();
  const statuses = new Map(jobs.map(({ id, status }) => [id, status]));
  const rows = await query
    .selectFrom('deliveries')
    .select(['id', 'job_id', 'event', 'body', 'status', 'attempts', 'lease_id'])
    .execute();
  const opened = rows.map((row) => ({ ...row, body: openColumn(seal, row.body, row.id) }));
  const deliveries = new Map(opened.map((row) => [row.job_id, row]));
  const known = new Set(sent.map(({ path }) => path));
  const strange = [...heard.keys()]
    .filter((path) => !known.has(path))
    .map((path) => `${path} was not asked for`);
  return [
    ...strange,
    ...sent.flatMap((one) => {
      const attempts = heard.get(one.path ?? '') ?? [];
      const says = wrongOf(one, statuses.get(one.id), deliveries.get(one.id), attempts);
      return says ? [`${one.id} ${statuses.get(one.id)}, ${one.path}: ${says}`] : [];
    }),
  ];
}

function wrongOf(
  { id, path, customer }: Sent,
  status: string | undefined,
  delivery: Delivery | undefined,
  attempts: readonly Received[],
): string | undefined {
  if (path === undefined || status === 'cancelled') {
    return delivery || attempts.length > 0 ? 'told what nobody asked for' : undefined;
  }
  if (!delivery) return 'was never to be told';
  if (delivery.status !== 'delivered' || delivery.lease_id !== null) return `is ${delivery.status}`;
  // Who died behind an attempt could not count it.
  if (attempts.length < Math.max(1, delivery.attempts))
    return `came ${attempts.length} of ${delivery.attempts} times`;
  const told = JSON.parse(delivery.body) as { event: string; data: { job_id: string; status: string } };
  if (told.event !== `job.${status}` || told.data.status !== status || told.data.job_id !== id)
    return 'is untrue';
  const sound = attempts.every(
    (attempt) =>
      attempt.bytes.equals(Buffer.from(delivery.body)) &&
      attempt.headers['x-service-delivery'] === delivery.id &&
      attempt.headers['x-service-event'] === delivery.event &&
      isSignedBy(customer.secret, attempt),
  );
  return sound ? undefined : 'came with other bytes, another id or a wrong signature';
}
