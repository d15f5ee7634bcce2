/** The flags of commands, those of `protean convert` and `protean watch` that are no options of a conversion among them. */
import type { Flag } from './arguments.ts';

export const serverFlag: Flag = {
  name: 'server',
  value: 'URL',
  description: 'Works at that server, with the key of PROTEAN_API_KEY or `protean login`.',
};

export const jsonFlag: Flag = { name: 'json', description: 'Writes JSON, one object a line.' };

export const emailFlag: Flag = {
  name: 'email',
  value: 'ADDRESS',
  description: 'Asks for a free key, which comes by mail; then asks for it.',
};

/** Of `protean account`. */
export const exportFlag: Flag = {
  name: 'export',
  value: 'FILE',
  description: 'Writes all that is kept of the account to a zip.',
};

export const sourceFlag: Flag = {
  name: 'source',
  value: 'FORMAT',
  description: 'What is read, where its name does not tell.',
};

export const toFlag: Flag = {
  name: 'to',
  value: 'FORMAT',
  description: 'Converts all that is named to this format.',
};

export const outFlag: Flag = {
  name: 'out',
  value: 'DIR',
  description: 'Where results go; beside their sources without it.',
};

/** Those of `protean watch`. */
export const watchFlags: readonly Flag[] = [toFlag, outFlag, serverFlag];

/** Those of `protean keys`. */
export const keysFlags: readonly Flag[] = [
  { name: 'name', value: 'TEXT', description: 'What the new key is for.' },
  { name: 'grace', value: 'SECONDS', description: 'How long the old key still works; 0 unless told.' },
  jsonFlag,
  serverFlag,
];

/** Those of `protean billing`. */
export const billingFlags: readonly Flag[] = [
  { name: 'cap', value: 'USD|none', description: 'The most that overage may cost in a month.' },
  jsonFlag,
  serverFlag,
];

/** Those of `protean usage`. */
export const usageFlags: readonly Flag[] = [
  { name: 'days', value: 'N', description: 'Shows the last N days in UTC, today last; up to 366.' },
  { name: 'key', value: 'ID', description: 'Counts one key only, of the last 30 days unless told.' },
  jsonFlag,
  serverFlag,
];

/** Those of `protean verify`. */
export const verifyFlags: readonly Flag[] = [jsonFlag, serverFlag];

export const convertFlags: readonly Flag[] = [
  toFlag,
  outFlag,
  sourceFlag,
  { name: 'target', value: 'FORMAT', description: 'What OUT is to be, where its name does not tell.' },
  {
    name: 'zip',
    value: 'FILE',
    description: 'Puts all results into this zip, with report.json; needs --to.',
  },
  {
    name: 'combine',
    value: 'FILE',
    description: 'Makes this one file of all that is named, in that order.',
  },
  { name: 'jobs', value: 'N', description: 'How many files are converted at once.' },
  { name: 'force', description: 'Replaces results that are there already.' },
  jsonFlag,
  { name: 'verbose', description: 'Shows what the engine itself said when it failed.' },
  serverFlag,
  {
    name: 'help',
    short: 'h',
    description: 'Shows this, with the options of a pair where formats are named.',
  },
];
