/** Why a job failed, in the words of the convert page, which are loaded when there is such a job. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Job } from '@protean/client/responses.ts';
import { loadWords, type Words as ConvertWords } from '../../convert/words.ts';
import { failureText } from './job-text.ts';
import type { Words } from '../words.ts';

export function createFailureWords() {
  const loaded = signal<ConvertWords | undefined>(undefined);
  return {
    loaded,
    load: (language: string) => void loadWords(language).then((words) => (loaded.value = words)),
  };
}

type FailureWords = ReturnType<typeof createFailureWords>;

export function JobFailure({ job, words, failures }: { job: Job; words: Words; failures: FailureWords }) {
  useEffect(() => {
    if (!failures.loaded.peek()) failures.load(words.language);
  }, []);
  const { error } = job;
  return (
    <>
      <p class="row-state danger">
        {failures.loaded.value ? failureText(job, failures.loaded.value) : words.say('status_failed')}
      </p>
      {error && (
        <details class="row-details">
          <summary>{words.say('details')}</summary>
          <p lang="en" dir="ltr">
            {error.message}
          </p>
        </details>
      )}
    </>
  );
}
