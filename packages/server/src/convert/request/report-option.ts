/** `report`: whether the answer is a statement of what was done and lost, instead of the file. */
import { ServiceError } from '../../errors.ts';

export const reportOption = 'report';

/** For the descriptions of requests: every conversion takes it beside the options of its route. */
export const reportSchema = {
  type: 'boolean',
  description: 'The answer is JSON with a link to the file and a report of what was done and lost.',
} as const;

/** Throws `bad_request` where it is neither true nor false. */
export function readReport(given: unknown): boolean {
  if (given === undefined || given === false || given === 'false') return false;
  if (given === true || given === 'true') return true;
  throw new ServiceError(
    'bad_request',
    `The option "${reportOption}" is not valid: it must be true or false.`,
    { details: { field: reportOption, allowed: reportSchema } },
  );
}
