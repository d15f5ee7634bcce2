/**
 * Shows why a job failed, with the messages of the convert page. Loads the messages of the convert page only if a job
 * has failed.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Job } from '@protean/client/responses.ts';
import { loadMessages, type Messages as ConvertMessages } from '../../convert/messages.ts';
import { failureText } from './job-text.ts';
import type { Messages } from '../messages.ts';

export function createFailureMessages() {
  const loaded = signal<ConvertMessages | undefined>(undefined);
  return {
    loaded,
    load: (language: string) => void loadMessages(language).then((messages) => (loaded.value = messages)),
  };
}

type FailureMessages = ReturnType<typeof createFailureMessages>;

export function JobFailure({
  job,
  messages,
  failures,
}: {
  job: Job;
  messages: Messages;
  failures: FailureMessages;
}) {
  useEffect(() => {
    if (!failures.loaded.peek()) failures.load(messages.language);
  }, []);
  const { error } = job;
  return (
    <>
      <p class="row-state danger">
        {failures.loaded.value ? failureText(job, failures.loaded.value) : messages.say('status_failed')}
      </p>
      {error && (
        <details class="row-details">
          <summary>{messages.say('details')}</summary>
          <p lang="en" dir="ltr">
            {error.message}
          </p>
        </details>
      )}
    </>
  );
}
