/** Actions for a job: download its file, run it again, cancel it, or delete its file. */
import { useSignal } from '@preact/signals';
import type { AcceptedJob, Job } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import { keepFocus, Question } from '../components/dialog.tsx';
import { fileLink } from './job-text.ts';
import { isRunning, type LiveState } from './live-jobs.ts';
import { Problem } from '../components/problem.tsx';

interface JobActionsProps {
  app: App;
  job: Job;
  state: LiveState;
  name: string;
  onChange: () => Promise<void>;
  /** Called with the id of the new job. */
  onAgain: (id: string) => Promise<void> | void;
}

export function JobActions({ app, job, state, name, onChange, onAgain }: JobActionsProps) {
  const { api, messages } = app;
  const { job_id: id, result } = job;
  const failure = useSignal<unknown>(undefined);
  const isAsked = useSignal(false);
  const isBusy = useSignal(false);
  const keptUntil = job.run_again_until;
  const attempt = async (act: () => Promise<void>) => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    failure.value = undefined;
    try {
      await act();
    } catch (error) {
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const remove = async () => {
    await api.delete(`v1/jobs/${id}`);
    app.announce(messages.say(isRunning(state.status) ? 'job_is_cancelled' : 'job_deleted'));
    isAsked.value = false;
    await onChange();
    keepFocus();
  };
  const runAgain = async () => {
    const { job_id: next } = await api.post<AcceptedJob>(`v1/jobs/${id}/rerun`);
    app.announce(messages.say('job_started_again'));
    await onAgain(next);
  };
  return (
    <div class="dash-row-actions">
      {result && (
        <a
          class="button small"
          href={fileLink(result)}
          download
          aria-label={messages.say('download_job', { name })}
        >
          {messages.say('download')}
        </a>
      )}
      {keptUntil !== undefined && Date.parse(keptUntil) > Date.now() && (
        <button
          type="button"
          class="button small"
          aria-label={messages.say('run_again_job', { name })}
          aria-disabled={isBusy.value}
          onClick={() => void attempt(runAgain)}
        >
          {messages.say('run_again')}
        </button>
      )}
      {isRunning(state.status) && (
        <button
          type="button"
          class="button small"
          aria-label={messages.say('cancel_job', { name })}
          aria-disabled={isBusy.value}
          onClick={() => void attempt(remove)}
        >
          {messages.say('cancel')}
        </button>
      )}
      {result && (
        <button
          type="button"
          class="button small quiet-danger"
          aria-label={messages.say('delete_job', { name })}
          onClick={() => (isAsked.value = true)}
        >
          {messages.say('delete')}
        </button>
      )}
      <Problem failure={failure.value} messages={messages} />
      {isAsked.value && (
        <Question
          messages={messages}
          title={messages.say('delete_title')}
          action={messages.say('delete')}
          isDanger
          onClose={() => (isAsked.value = false)}
          onConfirm={remove}
        >
          <p>{messages.say('delete_lead')}</p>
          <p class="dash-row-title">
            <bdi>{name}</bdi>
          </p>
        </Question>
      )}
    </div>
  );
}
