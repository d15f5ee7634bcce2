/** One job: how it went and when, its file, and what was delivered of it. */
import { useMemo } from 'preact/hooks';
import type { Job } from '@protean/client/responses.ts';
import { Icon } from '../../convert/views/icon.tsx';
import type { App } from '../app/app.ts';
import { Deliveries } from './deliveries.tsx';
import { JobActions } from './job-actions.tsx';
import { createFailureWords, JobFailure } from './job-failure.tsx';
import { formatsOf, jobName, stateText, statusIcons } from './job-text.ts';
import { isRunning, useLiveJobs } from './live-jobs.ts';
import { useLoaded } from '../components/loaded.ts';
import { PlaceLink } from '../components/place-link.tsx';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';
import type { Word } from '../words.ts';

export function JobDetail({ app, id }: { app: App; id: string }) {
  const { words, api } = app;
  const job = useLoaded((signal) => api.get<Job>(`v1/jobs/${encodeURIComponent(id)}`, signal), id);
  const shown = job.value.value;
  return (
    <>
      <p class="back">
        <PlaceLink app={app} to={{ section: 'jobs' }}>
          {words.say('back_to_jobs')}
        </PlaceLink>
      </p>
      <SectionHead title={shown ? jobName(shown, words) : words.say('job')} />
      <Problem failure={job.failure.value} words={words} />
      {shown ? (
        <Loaded app={app} job={shown} onChange={job.reload} />
      ) : (
        job.failure.value === undefined && <p class="note">{words.say('loading')}</p>
      )}
    </>
  );
}

function Loaded({ app, job, onChange }: { app: App; job: Job; onChange: () => Promise<void> }) {
  const { words, api } = app;
  const failures = useMemo(createFailureWords, []);
  const live = useLiveJobs(api, [job], onChange);
  const state = isRunning(job.status) ? (live.value.get(job.job_id) ?? job) : job;
  const name = jobName(job, words);
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
          <p class="dash-row-title">{words.say(`status_${state.status}`)}</p>
          {state.status === 'failed' ? (
            <JobFailure job={job} words={words} failures={failures} />
          ) : (
            <p class="row-state">{stateText(job, state, words)}</p>
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
            aria-label={words.say('progress_of', { name })}
            {...(state.status === 'processing' ? { value: state.progress } : {})}
          />
        )}
      </div>
      <dl class="dash-facts">
        <div>
          <dt>{words.say('conversion')}</dt>
          <dd>{formatsOf(job, words)}</dd>
        </div>
        {times.map(
          ([word, at]) =>
            at && (
              <div key={word}>
                <dt>{words.say(word)}</dt>
                <dd>
                  <time dateTime={at}>{words.time(at)}</time>
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{words.say('job_id')}</dt>
          <dd>
            <code dir="ltr">{job.job_id}</code>
          </dd>
        </div>
      </dl>
      {job.webhook_url !== undefined && (
        <section class="dash-block" aria-labelledby="deliveries-title">
          <h2 id="deliveries-title">{words.say('deliveries')}</h2>
          <Deliveries app={app} jobId={job.job_id} status={job.webhook_status} onChange={onChange} />
        </section>
      )}
    </>
  );
}
