/** A list of jobs. The state of running jobs is updated live. */
import { useMemo, useRef } from 'preact/hooks';
import type { Job } from '@protean/client/responses.ts';
import { Icon } from '../../convert/views/icon.tsx';
import type { App } from '../app/app.ts';
import { JobActions } from './job-actions.tsx';
import { createFailureMessages, JobFailure } from './job-failure.tsx';
import { formatsOf, jobName, stateText, statusIcons } from './job-text.ts';
import { useLiveJobs, type LiveState } from './live-jobs.ts';
import { PlaceLink } from '../components/place-link.tsx';
import { Time } from '../components/time.tsx';

interface JobRowsProps {
  app: App;
  jobs: readonly Job[];
  /** Message for an empty list. */
  empty: string;
  onChange: () => Promise<void>;
}

type FailureMessages = ReturnType<typeof createFailureMessages>;

export function JobRows({ app, jobs, empty, onChange }: JobRowsProps) {
  const { api } = app;
  const failures = useMemo(createFailureMessages, []);
  const change = useRef(onChange);
  change.current = onChange;
  const live = useLiveJobs(api, jobs, () => change.current());
  if (jobs.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="dash-rows">
      {jobs.map((job) => (
        <JobRow
          key={job.job_id}
          app={app}
          job={job}
          state={newer(job, live.value.get(job.job_id))}
          failures={failures}
          onChange={onChange}
        />
      ))}
    </ul>
  );

  function newer(job: Job, state: LiveState | undefined): LiveState {
    // Only running jobs are updated live. A job that is not running keeps the state from the list.
    return state && (job.status === 'queued' || job.status === 'processing') ? state : job;
  }
}

interface JobRowProps {
  app: App;
  job: Job;
  state: LiveState;
  failures: FailureMessages;
  onChange: () => Promise<void>;
}

function JobRow({ app, job, state, failures, onChange }: JobRowProps) {
  const { messages } = app;
  const name = jobName(job, messages);
  const { status } = state;
  return (
    <li class="dash-row job-row">
      <div class={`row-icon ${status}`}>
        <Icon name={statusIcons[status]} />
      </div>
      <div class="dash-row-main">
        <PlaceLink
          app={app}
          to={{ section: 'jobs', jobId: job.job_id }}
          class="dash-row-title"
          label={messages.say('show_job', { name })}
        >
          {job.result ? <bdi>{name}</bdi> : name}
        </PlaceLink>
        {status === 'failed' ? (
          <JobFailure job={job} messages={messages} failures={failures} />
        ) : (
          <p class={`row-state ${status === 'completed' ? 'success' : ''}`}>
            {stateText(job, state, messages)}
          </p>
        )}
        <p class="facts">
          {job.result && <span>{formatsOf(job, messages)}</span>}
          <Time messages={messages} at={job.created_at} />
        </p>
      </div>
      <JobActions app={app} job={job} state={state} name={name} onChange={onChange} onAgain={onChange} />
      {(status === 'processing' || status === 'queued') && (
        <progress
          class="row-progress"
          max={100}
          aria-label={messages.say('progress_of', { name })}
          {...(status === 'processing' ? { value: state.progress } : {})}
        />
      )}
    </li>
  );
}
