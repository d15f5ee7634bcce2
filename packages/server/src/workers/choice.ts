/**
 * Chooses, among the workers that can run a conversion, the worker with the least load relative to its number of slots.
 */

export interface WorkerLoad {
  /** Maximum number of concurrent conversions. */
  slots: number;
  /** Number of running and queued conversions at the worker's last heartbeat. */
  load: number;
  /** Number of unfinished conversions that this process has sent to the worker since the worker's last heartbeat. */
  sent: number;
  /**
   * Sequence number of the last conversion that this process sent to the worker. The sequence number is 0 if this
   * process has not sent any conversion to the worker.
   */
  sentAt: number;
}

/** Returns the least loaded worker, or undefined for an empty list. Ties go to the least recently used worker. */
export function leastLoaded<Worker extends WorkerLoad>(workers: readonly Worker[]): Worker | undefined {
  const [least] = workers.toSorted((a, b) => share(a) - share(b) || a.sentAt - b.sentAt);
  return least;
}

const share = ({ load, sent, slots }: WorkerLoad) => (load + sent) / Math.max(1, slots);
