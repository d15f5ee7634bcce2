/** Creates the error for a value that does not match its schema. The error names the field and the allowed values. */
import { didYouMean, namesAdvice, nearestNames } from '@protean/formats/nearest.ts';
import { z } from 'zod';
import { ServiceError, type ErrorDetails } from '../errors.ts';

/** Name of the invalid value in the message. */
export type ValueKind = 'field' | 'query parameter' | 'argument';

/** Returns `bad_request` for the first of `issues`. */
export function schemaError({ issues }: z.ZodError, schema: z.ZodType, kind: ValueKind): ServiceError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = shorten(issue.keys[0] ?? '');
    const allowed = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const message = `Unknown ${kind} "${field}". ${namesAdvice(field, allowed, 'Known')}`;
    return badRequest(message, { field, allowed });
  }
  const { path = [], message: allowed } = issue ?? {};
  if (path.length === 0)
    return badRequest(`The ${kind === 'argument' ? 'arguments' : 'body'} must be ${allowed}.`);
  const field = shorten(path.join('.'));
  const message = `The ${kind} "${field}" must be ${allowed}. ${meant(issue)}`.trimEnd();
  return badRequest(message, { field, allowed });
}

/**
 * Returns a question that suggests a valid value, such as "Did you mean …?". Returns an empty string if the parser has
 * not included the input in the issue.
 */
function meant(issue: z.core.$ZodIssue | undefined): string {
  if (typeof issue?.input !== 'string') return '';
  const names = issue.code === 'invalid_value' ? issue.values.map(String) : suggestedNames(issue);
  return didYouMean(nearestNames(issue.input, names));
}

/** Returns the valid names listed in the issue, if a transform of the schema has added them. */
function suggestedNames(issue: z.core.$ZodIssue): readonly string[] {
  const { names } = (issue.code === 'custom' ? issue.params : undefined) ?? {};
  return Array.isArray(names) ? names.map(String) : [];
}

/** Makes zod add the rejected value to each issue, because {@link schemaError} needs it. */
export const parsing = { reportInput: true } as const;

/** Truncates a field name that the caller sent. */
const shorten = (name: string) => name.slice(0, 60);

function badRequest(message: string, details?: ErrorDetails): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}
