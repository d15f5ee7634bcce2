/** `isolation_group`: which conversions of an account may use the same sandbox, one after the other. */
import { ServiceError } from '../../errors.ts';
import { ownerOf } from '../../sandbox/owner.ts';

export const isolationOption = 'isolation_group';

const pattern = /^[A-Za-z0-9._:@/+-]{1,64}$/;

export const isolationRow = {
  valid: '1 to 64 characters of A-Z a-z 0-9 . _ : @ / + -',
  description:
    'Whose file it is, of those you convert for: no sandbox is shared between two groups; job: a fresh one for this file.',
};

/** For the list of formats: every conversion takes it beside the options of its route. */
export const isolationSchema = {
  type: 'string',
  pattern: pattern.source,
  description: isolationRow.description,
} as const;

/** The group that asks for a fresh sandbox for each step, which serves no other conversion afterwards. */
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

/** The owner of a conversion's sandboxes; undefined where each is used once. */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  return account === undefined || group === alone ? undefined : ownerOf(account, group);
}
