/** One job: its status and times, its file, and its deliveries. */
import { useMemo } from 'preact/hooks';
import type { Job } from '@protean/client/responses.ts';
import { Icon } from '../../convert/views/icon.tsx';
import type { App } from '../app/app.ts';
import { Deliveries } from './deliveries.tsx';
import { JobActions } from './job-actions.tsx';
import { createFailureMessages, JobFailure } from './job-failure.tsx';
import { formatsOf, jobName, stateText, statusIcons } from './job-text.ts';
import { isRunning, useLiveJobs } from './live-jobs.ts';
import { useLoaded } from '../components/loaded.ts';
import { PlaceLink } from '../components/place-link.tsx';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { Word } from '../messages.ts';

export function JobDetail({ app, id }: { app: App; id: string }) {
  const { messages, api } = app;
  const job = useLoaded((signal) => api.get<Job>(`v1/jobs/${encodeURIComponent(id)}`, signal), id);
  const shown = job.value.value;
  return (
    <>
      <p class="back">
        <PlaceLink app={app} to={{ section: 'jobs' }}>
          {messages.say('back_to_jobs')}
        </PlaceLink>
      </p>
      <SectionHead title={shown ? jobName(shown, messages) : messages.say('job')} />
      <Problem failure={job.failure.value} messages={messages} />
      {shown ? (
        <Loaded app={app} job={shown} onChange={job.reload} />
      ) : (
        job.failure.value === undefined && <Skeleton messages={messages} />
      )}
    </>
  );
}

function Loaded({ app, job, onChange }: { app: App; job: Job; onChange: () => Promise<void> }) {
  const { messages, api } = app;
  const failures = useMemo(createFailureMessages, []);
  const live = useLiveJobs(api, [job], onChange);
  const state = isRunning(job.status) ? (live.value.get(job.job_id) ?? job) : job;
  const name = jobName(job, messages);
  const times: readonly (readonly [Word, string | undefined])[] = [
    ['submitted', job.created_at],
    ['started', job.started_at],
    ['finished', job.finished_at],
    ['kept_until', job.expires_at],
  ];
  return (
    <>
      <div class="card job-card">
        <div class={`row-icon ${state.status}`}>
          <Icon name={statusIcons[state.status]} />
        </div>
        <div class="dash-row-main">
          <p class="dash-row-title">{messages.say(`status_${state.status}`)}</p>
          {state.status === 'failed' ? (
            <JobFailure job={job} messages={messages} failures={failures} />
          ) : (
            <p class="row-state">{stateText(job, state, messages)}</p>
          )}
        </div>
        <JobActions
          app={app}
          job={job}
          state={state}
          name={name}
          onChange={onChange}
          onAgain={(jobId) => app.go({ section: 'jobs', jobId })}
        />
        {isRunning(state.status) && (
          <progress
            class="row-progress"
            max={100}
            aria-label={messages.say('progress_of', { name })}
            {...(state.status === 'processing' ? { value: state.progress } : {})}
          />
        )}
      </div>
      <dl class="dash-facts">
        <div>
          <dt>{messages.say('conversion')}</dt>
          <dd>{formatsOf(job, messages)}</dd>
        </div>
        {times.map(
          ([word, at]) =>
            at && (
              <div key={word}>
                <dt>{messages.say(word)}</dt>
                <dd>
                  <time dateTime={at}>{messages.time(at)}</time>
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{messages.say('job_id')}</dt>
          <dd>
            <code dir="ltr">{job.job_id}</code>
          </dd>
        </div>
      </dl>
      {job.webhook_url !== undefined && (
        <section class="dash-block" aria-labelledby="deliveries-title">
          <h2 id="deliveries-title">{messages.say('deliveries')}</h2>
          <Deliveries app={app} jobId={job.job_id} status={job.webhook_status} onChange={onChange} />
        </section>
      )}
    </>
  );
}
