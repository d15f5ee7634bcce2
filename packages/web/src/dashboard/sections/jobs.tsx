/** The jobs of the account: a list by status, in pages, or a single job. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Job, JobPage } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import type { SectionProps } from '../app/section.ts';
import { JobDetail } from './job-detail.tsx';
import { JobRows } from './job-rows.tsx';
import { useLoaded } from '../components/loaded.ts';
import { statuses, type Place } from '../app/place.ts';
import { PlaceLink } from '../components/place-link.tsx';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';

export function Section({ app, place }: SectionProps) {
  if (place.jobId) return <JobDetail key={place.jobId} app={app} id={place.jobId} />;
  return <JobList app={app} place={place} />;
}

const pageLength = 20;
/** Poll interval in milliseconds. Polling is needed to show jobs that programs submit. */
const newsMs = 15_000;

function JobList({ app, place: { status } }: { app: App; place: Place }) {
  const { messages, api } = app;
  const older = useSignal<readonly Job[]>([]);
  const cursor = useSignal<string | null>(null);
  const failure = useSignal<unknown>(undefined);
  const pageOf = (query: Record<string, string>) =>
    `v1/jobs?${new URLSearchParams({ limit: String(pageLength), ...(status ? { status } : {}), ...query }).toString()}`;
  const first = useLoaded((signal) => api.get<JobPage>(pageOf({}), signal), status);
  useEffect(() => {
    older.value = [];
    failure.value = undefined;
  }, [status]);
  const reload = useRef(first.reload);
  reload.current = first.reload;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && older.peek().length === 0) void reload.current();
    }, newsMs);
    return () => clearInterval(timer);
  }, []);

  const next = older.value.length > 0 ? cursor.value : (first.value.value?.next_cursor ?? null);
  const more = async () => {
    if (next === null) return;
    try {
      const page = await api.get<JobPage>(pageOf({ cursor: next }));
      const at = older.peek().length + pageLength;
      older.value = [...older.peek(), ...page.jobs];
      cursor.value = page.next_cursor;
      // Moves the focus to the first job that this page of jobs has added to the list.
      requestAnimationFrame(() =>
        document.querySelectorAll<HTMLElement>('.dash-rows > li a.dash-row-title')[at]?.focus(),
      );
    } catch (error) {
      failure.value = error;
    }
  };
  /**
   * Reloads the first page of the list. Running jobs of later pages are read one by one, because a running job may have
   * moved to another page.
   */
  const change = async () => {
    await first.reload();
    const running = older.peek().filter(({ status: one }) => one === 'queued' || one === 'processing');
    const changed = await Promise.all(running.map(({ job_id: id }) => api.get<Job>(`v1/jobs/${id}`)));
    const byId = new Map(changed.map((job) => [job.job_id, job]));
    older.value = older.peek().map((job) => byId.get(job.job_id) ?? job);
  };
  const jobs = [...(first.value.value?.jobs ?? []), ...older.value];
  return (
    <>
      <SectionHead title={messages.say('jobs')} />
      <nav class="tabs" aria-label={messages.say('filter')}>
        <PlaceLink app={app} to={{ section: 'jobs' }} class="chip" isCurrent={status === undefined}>
          {messages.say('status_all')}
        </PlaceLink>
        {statuses.map((one) => (
          <PlaceLink
            key={one}
            app={app}
            to={{ section: 'jobs', status: one }}
            class="chip"
            isCurrent={status === one}
          >
            {messages.say(`status_${one}`)}
          </PlaceLink>
        ))}
      </nav>
      <Problem failure={first.failure.value ?? failure.value} messages={messages} />
      {first.value.value ? (
        <JobRows
          app={app}
          jobs={jobs}
          empty={messages.say(status ? 'no_jobs_with' : 'no_jobs')}
          onChange={change}
        />
      ) : (
        <Skeleton messages={messages} />
      )}
      {next !== null && (
        <button type="button" class="button dash-more" onClick={() => void more()}>
          {messages.say('older')}
        </button>
      )}
    </>
  );
}
