/**
 * The rule of start-time fair queueing. Each job has a start tag, which is its start in virtual time: the expected end
 * of the account's previous job.
 */

/** Values from which the start tag of a new job is computed. A value is null if no matching job exists. */
export interface QueueTimes {
  /** Expected end of the account's last job, not counting cancelled jobs. */
  ownEnd: number | null;
  /** Largest start tag of all started jobs of all accounts. */
  lastStart: number | null;
  /** Smallest start tag of all queued jobs. This start tag is used if no job has started yet. */
  firstQueued: number | null;
}

/**
 * Returns the start tag of an account's next job. The start tag is the expected end of the account's last job, but at
 * least the largest start tag of all started jobs.
 */
export function startTagAfter({ ownEnd, lastStart, firstQueued }: QueueTimes): number {
  return Math.max(0, ownEnd ?? 0, lastStart ?? firstQueued ?? 0);
}

/**
 * Returns the start tag of a job that is queued again. The job keeps its previous start tag, raised to the smallest
 * start tag of the queue. While no job has started, new jobs get the smallest start tag of the queue. If the requeued
 * job lowered the smallest start tag of the queue, new jobs would overtake the waiting jobs.
 */
export function requeuedStartTag(own: number, firstQueued: number | null): number {
  return Math.max(own, firstQueued ?? 0);
}

/** Fields that determine a job's position in the queue. */
export interface QueuedPlace {
  start_tag: number;
  created_at: number;
  id: string;
}

/** Compares two jobs by the order in which they are claimed. */
export function compareQueued(one: QueuedPlace, other: QueuedPlace): number {
  return (
    one.start_tag - other.start_tag ||
    one.created_at - other.created_at ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}
