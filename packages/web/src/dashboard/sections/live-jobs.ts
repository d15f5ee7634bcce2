/**
 * Follows running jobs with event streams. Only a few jobs are followed at once, because browsers open at most 6
 * connections per host.
 */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Job, JobStatus } from '@protean/client/responses.ts';
import type { Api } from '../app/api.ts';

export interface LiveState {
  status: JobStatus;
  progress: number;
}

const maxStreams = 3;
/**
 * Delay between the failure of a stream and the reload of the job list, in milliseconds. After the reload, all streams
 * are opened again. If more than `maxStreams` jobs are running, the list is also reloaded every 10 seconds (twice `againMs`).
 */
const againMs = 5_000;

export const isRunning = (status: JobStatus): boolean => status === 'queued' || status === 'processing';

/**
 * Returns the states that the streams have reported for the given jobs, by job id. Calls `onEnd` when a job has ended,
 * or when the list may have changed.
 */
export function useLiveJobs(
  api: Api,
  jobs: readonly Job[],
  onEnd: () => Promise<void>,
): ReadonlySignal<ReadonlyMap<string, LiveState>> {
  const states = useSignal<ReadonlyMap<string, LiveState>>(new Map());
  const running = jobs.filter(({ status }) => isRunning(status)).map(({ job_id: id }) => id);
  const followed = running.slice(0, maxStreams);
  const key = followed.join();
  /** How many times the streams were opened again. */
  const round = useSignal(0);
  useEffect(() => {
    if (followed.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // A new round opens the event streams of the jobs again, even if the reloaded list contains the same running
        // jobs.
        void onEnd().finally(() => (round.value += 1));
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
  }, [key, round.value]);
  // Running jobs that are not followed are updated when the list is reloaded.
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
    // Closes the stream, because the browser would open the stream again after the server has closed it.
    if (!isRunning(state.status)) stream.close();
    onState(state);
  };
  stream.addEventListener('status', take);
  stream.addEventListener('progress', take);
  stream.addEventListener('error', () => {
    // Unless the stream is closed, the browser reconnects by itself.
    if (stream.readyState === EventSource.CLOSED) onBroken();
  });
  return () => stream.close();
}
