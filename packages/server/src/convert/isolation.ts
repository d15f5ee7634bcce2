/** `isolation_group`: which conversions of an account may share a box that stands ready, one after the other. */
import { ServiceError } from '../errors.ts';
import { boxOwner } from '../sandbox/owner.ts';

export const isolationOption = 'isolation_group';

const pattern = /^[A-Za-z0-9._:@/+-]{1,64}$/;

export const isolationRow = {
  valid: '1 to 64 characters of A-Z a-z 0-9 . _ : @ / + -',
  description:
    'Whose file it is, of those you convert for: no box is shared between two groups; job: a fresh box for this one.',
};

/** For the list of formats, where it stands beside the options of routes: every conversion takes it. */
export const isolationSchema = {
  type: 'string',
  pattern: pattern.source,
  description: isolationRow.description,
} as const;

/** The group that asks for a box of its own for each step, which serves nobody afterwards. */
const alone = 'job';

/** The group that `given` names. Throws `bad_request` where it is not valid. */
export function readIsolationGroup(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && pattern.test(given)) return given;
  throw new ServiceError(
    'bad_request',
    `The option "${isolationOption}" is not valid: it must be ${isolationRow.valid}.`,
    { details: { field: isolationOption, allowed: isolationSchema } },
  );
}

/** Who the boxes of a conversion belong to; undefined where each is used once. */
export function ownerOfBoxes(account: string | undefined, group: string | undefined): string | undefined {
  return account === undefined || group === alone ? undefined : boxOwner(account, group);
}
