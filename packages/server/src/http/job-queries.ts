/** The query parameters of job routes; a malformed one is refused by name. */
import { ServiceError } from '../errors.ts';
import { jobStatuses, type ListQuery, type JobPosition } from '../jobs/lookup.ts';

type JobQuery = Readonly<Record<string, unknown>>;

const maxJobs = 100;
const defaultJobs = 20;
const maxWaitSeconds = 60;

/** `?limit=`, `?cursor=` and `?status=` of a list. */
export function readListQuery({ limit, cursor, status }: JobQuery): ListQuery {
  const known = jobStatuses.find((one) => one === status);
  if (status !== undefined && !known) throw badQuery('status', `one of ${jobStatuses.join(', ')}`);
  return {
    limit: readNumber('limit', limit, defaultJobs, { minimum: 1, maximum: maxJobs }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
    ...(known ? { status: known } : {}),
  };
}

/** `?wait=` in seconds; 0 without it. */
export function readWait({ wait }: JobQuery): number {
  return readNumber('wait', wait, 0, { minimum: 0, maximum: maxWaitSeconds });
}

/** An opaque `next_cursor`. */
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
  fallback: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= minimum && number <= maximum) return number;
  throw badQuery(field, `a whole number from ${minimum} to ${maximum}`);
}

function badQuery(field: string, allowed: string): ServiceError {
  return new ServiceError('bad_request', `The query parameter "${field}" must be ${allowed}.`, {
    details: { field, allowed },
  });
}
