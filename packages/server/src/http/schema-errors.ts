/** Error for a value that its schema rejects. It names the field and its allowed values. */
import { z } from 'zod';
import { ServiceError, type ErrorDetails } from '../errors.ts';

/** Kind of the values, as the message names it. */
export type ValueKind = 'field' | 'query parameter' | 'argument';

/** Returns `bad_request` for the first of `issues`. */
export function schemaError({ issues }: z.ZodError, schema: z.ZodType, kind: ValueKind): ServiceError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = shorten(issue.keys[0] ?? '');
    const allowed = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const message = `Unknown ${kind} "${field}". Known: ${allowed.join(', ')}.`;
    return badRequest(message, { field, allowed });
  }
  const { path = [], message: allowed } = issue ?? {};
  if (path.length === 0)
    return badRequest(`The ${kind === 'argument' ? 'arguments' : 'body'} must be ${allowed}.`);
  const field = shorten(path.join('.'));
  return badRequest(`The ${kind} "${field}" must be ${allowed}.`, { field, allowed });
}

/** Truncates a field name that the caller sent. */
const shorten = (name: string) => name.slice(0, 60);

function badRequest(message: string, details?: ErrorDetails): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}
