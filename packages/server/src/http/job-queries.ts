/** What may be asked of jobs behind the question mark; anything ill-formed is refused by name. */
import { ServiceError } from '../errors.ts';
import { jobStatuses, type ListQuery, type JobPosition } from '../jobs/lookup.ts';

type JobQuery = Readonly<Record<string, unknown>>;

const maxJobs = 100;
const usualJobs = 20;
const maxWaitSeconds = 60;

/** `?limit=`, `?cursor=` and `?status=` of a list. */
export function readListQuery({ limit, cursor, status }: JobQuery): ListQuery {
  const known = jobStatuses.find((one) => one === status);
  if (status !== undefined && !known) throw badQuery('status', `one of ${jobStatuses.join(', ')}`);
  return {
    limit: readNumber('limit', limit, usualJobs, { least: 1, most: maxJobs }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
    ...(known ? { status: known } : {}),
  };
}

/** `?wait=` in seconds; 0 without it. */
export function readWait({ wait }: JobQuery): number {
  return readNumber('wait', wait, 0, { least: 0, most: maxWaitSeconds });
}

/** A place in the list as a word that means nothing to others. */
export function cursorOf({ createdAt, id }: JobPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function readCursor(cursor: unknown): JobPosition {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const [, createdAt, id] = /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(text) ?? [];
  if (createdAt === undefined || id === undefined) throw badQuery('cursor', 'a next_cursor of this list');
  return { createdAt: Number(createdAt), id };
}

function readNumber(
  field: string,
  value: unknown,
  usual: number,
  { least, most }: { least: number; most: number },
): number {
  if (value === undefined) return usual;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw badQuery(field, `a whole number from ${least} to ${most}`);
}

function badQuery(field: string, allowed: string): ServiceError {
  return new ServiceError('bad_request', `The query parameter "${field}" must be ${allowed}.`, {
    details: { field, allowed },
  });
}
