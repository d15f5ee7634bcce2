/** Webhooks: the signing secret, a test event, and the recent deliveries of each job. */
import { useSignal } from '@preact/signals';
import type { Job, JobPage } from '@protean/client/responses.ts';
import { Icon } from '../../convert/views/icon.tsx';
import type { App } from '../app/app.ts';
import type { SectionProps } from '../app/section.ts';
import { Deliveries } from './deliveries.tsx';
import { focusHeading, Question } from '../components/dialog.tsx';
import { jobName } from './job-text.ts';
import { deliveryTones } from './delivery-tones.ts';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { SecretCard } from './secret-card.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Time } from '../components/time.tsx';

export function Section({ app }: SectionProps) {
  const { messages } = app;
  return (
    <>
      <SectionHead title={messages.say('webhooks')} lead={messages.say('webhooks_lead')} />
      <Secret app={app} />
      <Test app={app} />
      <DeliveryList app={app} />
    </>
  );
}

function Secret({ app }: { app: App }) {
  const { api, messages } = app;
  const secret = useSignal<string | undefined>(undefined);
  const isAsked = useSignal(false);
  const make = async () => {
    const made = await api.post<{ secret: string }>('v1/webhooks/secret');
    isAsked.value = false;
    secret.value = made.secret;
    app.announce(messages.say('secret_made'));
  };
  if (secret.value !== undefined) {
    return (
      <SecretCard
        app={app}
        title={messages.say('new_secret')}
        secret={secret.value}
        onStored={() => {
          secret.value = undefined;
          focusHeading();
        }}
      />
    );
  }
  return (
    <section class="card dash-line" aria-labelledby="secret-heading">
      <div>
        <h2 id="secret-heading">{messages.say('secret')}</h2>
        <p class="note">{messages.say('secret_lead')}</p>
      </div>
      <button type="button" class="button" onClick={() => (isAsked.value = true)}>
        {messages.say('make_secret')}
      </button>
      {isAsked.value && (
        <Question
          messages={messages}
          title={messages.say('secret_title')}
          action={messages.say('make_secret')}
          onClose={() => (isAsked.value = false)}
          onConfirm={make}
        >
          <p>{messages.say('secret_warning')}</p>
        </Question>
      )}
    </section>
  );
}

interface TestResult {
  delivered: boolean;
  status: number | null;
  error: string | null;
  duration_ms: number;
}

function Test({ app: { api, messages } }: { app: App }) {
  const result = useSignal<TestResult | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const isRunning = useSignal(false);
  const send = async (form: HTMLFormElement) => {
    if (isRunning.peek()) return;
    isRunning.value = true;
    result.value = undefined;
    failure.value = undefined;
    try {
      const url = new FormData(form).get('url');
      result.value = await api.post<TestResult>('v1/webhooks/test', { url });
    } catch (error) {
      failure.value = error;
    } finally {
      isRunning.value = false;
    }
  };
  const { delivered = false, status = 0, error = '', duration_ms: ms = 0 } = result.value ?? {};
  return (
    <section class="card" aria-labelledby="test-heading">
      <h2 id="test-heading">{messages.say('test')}</h2>
      <p class="note">{messages.say('test_lead')}</p>
      <form
        class="dash-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <div class="dash-field">
          <label class="label" for="test-url">
            {messages.say('test_url')}
          </label>
          <input
            id="test-url"
            name="url"
            class="field"
            type="url"
            required
            dir="ltr"
            placeholder="https://example.org/webhook"
          />
        </div>
        <button class="button" aria-disabled={isRunning.value}>
          {messages.say('send_test')}
        </button>
      </form>
      <div role="status">
        {result.value && (
          <p class={`row-state ${delivered ? 'success' : 'danger'}`}>
            <Icon name={delivered ? 'check' : 'alert'} />
            {delivered
              ? messages.say('test_delivered', { status: String(status), time: messages.duration(ms) })
              : messages.say('test_failed', { error: error ?? '' })}
          </p>
        )}
      </div>
      <Problem failure={failure.value} messages={messages} />
    </section>
  );
}

/** Number of jobs per request. The newest jobs are read first, to find the jobs that have webhooks. */
const pageLength = 100;

function DeliveryList({ app }: { app: App }) {
  const { api, messages } = app;
  const older = useSignal<readonly Job[]>([]);
  const cursor = useSignal<string | null | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const path = `v1/jobs?limit=${pageLength}`;
  const first = useLoaded((signal) => api.get<JobPage>(path, signal));
  const next = cursor.value === undefined ? (first.value.value?.next_cursor ?? null) : cursor.value;
  const more = async () => {
    try {
      const page = await api.get<JobPage>(`${path}&cursor=${next}`);
      older.value = [...older.peek(), ...page.jobs];
      cursor.value = page.next_cursor;
    } catch (error) {
      failure.value = error;
    }
  };
  const jobs = [...(first.value.value?.jobs ?? []), ...older.value].filter(
    ({ webhook_status: status }) => status !== null,
  );
  return (
    <section class="dash-block" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{messages.say('deliveries')}</h2>
      <Problem failure={failure.value ?? first.failure.value} messages={messages} />
      {!first.value.value && <Skeleton messages={messages} />}
      {first.value.value && jobs.length === 0 && <p class="empty">{messages.say('no_deliveries')}</p>}
      <ul class="dash-rows">
        {jobs.map((job) => (
          <DeliveryRow key={job.job_id} app={app} job={job} onChange={first.reload} />
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="button dash-more" onClick={() => void more()}>
          {messages.say('older')}
        </button>
      )}
    </section>
  );
}

function DeliveryRow({ app, job, onChange }: { app: App; job: Job; onChange: () => Promise<void> }) {
  const { messages } = app;
  const isOpen = useSignal(false);
  const state = job.webhook_status ?? 'pending';
  const name = jobName(job, messages);
  return (
    <li class="dash-row delivery-row">
      <div class="dash-row-main">
        <p class="dash-row-title">
          {job.result ? <bdi>{name}</bdi> : name}{' '}
          <span class={`tag ${deliveryTones[state]}`}>{messages.say(`delivery_${state}`)}</span>
        </p>
        <p class="note delivery-url" dir="ltr">
          {job.webhook_url}
        </p>
        <p class="facts">
          <span>{messages.say('attempts', { count: job.webhook_attempts })}</span>
          <Time messages={messages} at={job.finished_at ?? job.created_at} />
        </p>
      </div>
      <div class="dash-row-actions">
        <button
          type="button"
          class="button small"
          aria-expanded={isOpen.value}
          aria-label={messages.say('show_attempts_of', { name })}
          onClick={() => (isOpen.value = !isOpen.peek())}
        >
          {messages.say('show_attempts')}
          <Icon name="down" />
        </button>
      </div>
      {isOpen.value && (
        <div class="delivery-open">
          <Deliveries app={app} jobId={job.job_id} status={job.webhook_status} onChange={onChange} />
        </div>
      )}
    </li>
  );
}
