/** Follows running jobs by their event streams, a few at once, because a browser opens 6 connections per host. */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Job, JobStatus } from '@protean/client/responses.ts';
import type { Api } from '../app/api.ts';

export interface LiveState {
  status: JobStatus;
  progress: number;
}

const maxStreams = 3;
/** Delay before reopening a broken stream, and reload interval of a list with running jobs. */
const againMs = 5_000;

export const isRunning = (status: JobStatus): boolean => status === 'queued' || status === 'processing';

/** Newer states than in `jobs`, by id. `onEnd` is called when a job has ended, or when the list may have changed. */
export function useLiveJobs(
  api: Api,
  jobs: readonly Job[],
  onEnd: () => Promise<void>,
): ReadonlySignal<ReadonlyMap<string, LiveState>> {
  const states = useSignal<ReadonlyMap<string, LiveState>>(new Map());
  const running = jobs.filter(({ status }) => isRunning(status)).map(({ job_id: id }) => id);
  const followed = running.slice(0, maxStreams);
  const key = followed.join();
  useEffect(() => {
    if (followed.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void onEnd();
        // Streams that could not be opened are retried with the next list.
      }, againMs);
    };
    const close = followed.map((id) =>
      follow(api, id, {
        onState: (state) => {
          states.value = new Map(states.peek()).set(id, state);
          if (!isRunning(state.status)) void onEnd();
        },
        onBroken: later,
      }),
    );
    return () => {
      clearTimeout(timer);
      for (const one of close) one();
    };
  }, [key]);
  // Only some of the running jobs are followed. The others are updated when the list is reloaded.
  const isPartial = running.length > followed.length;
  useEffect(() => {
    if (!isPartial) return undefined;
    const timer = setInterval(() => void onEnd(), againMs * 2);
    return () => clearInterval(timer);
  }, [isPartial]);
  return states;
}

interface Following {
  onState: (state: LiveState) => void;
  onBroken: () => void;
}

function follow(api: Api, id: string, { onState, onBroken }: Following): () => void {
  const stream = new EventSource(api.url(`v1/jobs/${id}/events`));
  const take = ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as LiveState;
    // Closes the stream, because the browser would reopen it after the server has closed it.
    if (!isRunning(state.status)) stream.close();
    onState(state);
  };
  stream.addEventListener('status', take);
  stream.addEventListener('progress', take);
  stream.addEventListener('error', () => {
    // If the stream is not closed, the browser reconnects automatically.
    if (stream.readyState === EventSource.CLOSED) onBroken();
  });
  return () => stream.close();
}
