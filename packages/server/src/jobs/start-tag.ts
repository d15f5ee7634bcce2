/** The rule of start-time fair queueing: an account's next job starts, in virtual time, at the expected end of its last one. */

/** Start tags of the moment; null where there is no such job. */
export interface QueueTimes {
  /** When the account's last job is expected to be over, cancelled ones left out. */
  ownEnd: number | null;
  /** The start of the job that was started last, of any account. */
  lastStart: number | null;
  /** The smallest of all queued jobs; asked for where none was started yet. */
  firstQueued: number | null;
}

/** The start tag of an account's next job: the end of its last one, but not before the start of the job started last. */
export function startTagAfter({ ownEnd, lastStart, firstQueued }: QueueTimes): number {
  return Math.max(0, ownEnd ?? 0, lastStart ?? firstQueued ?? 0);
}

/**
 * The start tag of a job that is queued again. With its old one, which becomes the first, new jobs of every account would
 * pass those that wait already.
 */
export function requeuedStartTag(own: number, firstQueued: number | null): number {
  return Math.max(own, firstQueued ?? 0);
}

/** What the place of a job in the queue follows from. */
export interface QueuedPlace {
  start_tag: number;
  created_at: number;
  id: string;
}

/** The order in which jobs are claimed. */
export function compareQueued(one: QueuedPlace, other: QueuedPlace): number {
  return (
    one.start_tag - other.start_tag ||
    one.created_at - other.created_at ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}
