/**
 * The deliveries of a job's webhook event, the attempts of each delivery, and a button that delivers the event again.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Delivery } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import { deliveryTones } from './delivery-tones.ts';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Time } from '../components/time.tsx';

interface DeliveriesProps {
  app: App;
  jobId: string;
  /** Webhook status of the job. When the status changes, the list of deliveries is reloaded. */
  status: string | null;
  onChange: () => Promise<void>;
}

/** Poll interval while an attempt is due, in milliseconds. */
const newsMs = 1_500;
/** Time before a due attempt at which polling begins, in milliseconds. */
const soonMs = 10_000;

const isDueSoon = ({ next_attempt_at: at }: Delivery) => at !== null && Date.parse(at) - Date.now() < soonMs;

export function Deliveries({ app, jobId, status, onChange }: DeliveriesProps) {
  const { api, messages } = app;
  const path = `v1/jobs/${jobId}/deliveries`;
  const list = useLoaded((signal) => api.get<{ deliveries: Delivery[] }>(path, signal), `${jobId} ${status}`);
  const failure = useSignal<unknown>(undefined);
  const shown = list.value.value?.deliveries;
  const isWaiting = shown?.some(isDueSoon) ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void list.reload(), newsMs);
    return () => {
      clearInterval(timer);
      // Reloads the job, because the due attempt has ended and has changed the job.
      void onChange();
    };
  }, [isWaiting]);
  const redeliver = async ({ delivery_id: id }: Delivery) => {
    failure.value = undefined;
    try {
      await api.post(`${path}/${id}/redeliver`);
      app.announce(messages.say('redelivered'));
      await list.reload();
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <>
      <Problem failure={failure.value ?? list.failure.value} messages={messages} />
      {!shown && <Skeleton messages={messages} />}
      {shown?.length === 0 && <p class="empty">{messages.say('delivery_pending')}</p>}
      {shown?.map((delivery) => (
        <div key={delivery.delivery_id} class="card delivery">
          <div class="delivery-head">
            <div class="dash-row-main">
              <p class="dash-row-title">
                <code dir="ltr">{delivery.event}</code>{' '}
                <span class={`tag ${deliveryTones[delivery.state]}`}>
                  {messages.say(`delivery_${delivery.state}`)}
                </span>
              </p>
              {delivery.url && (
                <p class="note delivery-url" dir="ltr">
                  {delivery.url}
                </p>
              )}
              {delivery.next_attempt_at && (
                <p class="note">
                  <Time messages={messages} word="next_attempt" at={delivery.next_attempt_at} />
                </p>
              )}
            </div>
            <button
              type="button"
              class="button small"
              aria-label={messages.say('redeliver_of', { name: delivery.event })}
              onClick={() => void redeliver(delivery)}
            >
              {messages.say('redeliver')}
            </button>
          </div>
          {delivery.attempts.length > 0 && <Attempts app={app} delivery={delivery} />}
        </div>
      ))}
    </>
  );
}

function Attempts({ app: { messages }, delivery }: { app: App; delivery: Delivery }) {
  return (
    <div
      class="table-scroll"
      tabIndex={0}
      role="group"
      aria-label={messages.say('show_attempts_of', { name: delivery.event })}
    >
      <table class="attempts">
        <thead>
          <tr>
            <th scope="col">{messages.say('attempt_at')}</th>
            <th scope="col">{messages.say('attempt_answer')}</th>
            <th scope="col" class="number">
              {messages.say('attempt_took')}
            </th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempts.toReversed().map(({ at, status, error, duration_ms: ms }) => (
            <tr key={at}>
              <td>{messages.time(at)}</td>
              <td dir="ltr" lang="en">
                {error ?? `HTTP ${status}`}
              </td>
              <td class="number">{messages.duration(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
