/** `combine`: whether several files of a request become one. */
import { ServiceError } from '../../errors.ts';

export const combineOption = 'combine';

/** For the descriptions of requests: every request for several files takes it beside the options of their routes. */
export const combineSchema = {
  type: 'boolean',
  description: 'Several files become one.',
} as const;

/** Throws `bad_request` where it is neither true nor false. */
export function readCombine(given: unknown): boolean {
  if (given === undefined || given === false || given === 'false') return false;
  if (given === true || given === 'true') return true;
  throw new ServiceError(
    'bad_request',
    `The option "${combineOption}" is not valid: it must be true or false.`,
    {
      details: { field: combineOption, allowed: combineSchema },
    },
  );
}
