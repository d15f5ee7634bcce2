/** Chooses the worker with the least load relative to its size, among those that can run a conversion. */

export interface WorkerLoad {
  /** Number of concurrent conversions. */
  slots: number;
  /** Running and queued conversions at its last heartbeat. */
  load: number;
  /** Unfinished conversions that this process has sent since then. */
  sent: number;
  /** Sequence number of the last conversion that this process sent there; 0 if it never sent one. */
  sentAt: number;
}

/** Returns undefined for an empty list. Ties go to the least recently used worker. */
export function leastLoaded<Worker extends WorkerLoad>(workers: readonly Worker[]): Worker | undefined {
  const [least] = workers.toSorted((a, b) => share(a) - share(b) || a.sentAt - b.sentAt);
  return least;
}

const share = ({ load, sent, slots }: WorkerLoad) => (load + sent) / Math.max(1, slots);
