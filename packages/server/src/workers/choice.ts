/** Chooses the worker for a conversion: of those that can do it, the one with the least load for its size. */

export interface WorkerLoad {
  /** Conversions that run at once there. */
  slots: number;
  /** Conversions that ran or were queued there at its last heartbeat. */
  load: number;
  /** Conversions that this process has sent there since, and that are not over. */
  sent: number;
  /** When this process last sent one there, as a number that grows; 0: never. */
  sentAt: number;
}

/** Undefined where there is none. Of equal ones that which was sent to longest ago, so that they take turns. */
export function leastLoaded<Worker extends WorkerLoad>(workers: readonly Worker[]): Worker | undefined {
  const [least] = workers.toSorted((a, b) => share(a) - share(b) || a.sentAt - b.sentAt);
  return least;
}

const share = ({ load, sent, slots }: WorkerLoad) => (load + sent) / Math.max(1, slots);
