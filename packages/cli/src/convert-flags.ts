/** The flags of all commands, except the flags for conversion options. */
import type { Flag } from './arguments.ts';

export const serverFlag: Flag = {
  name: 'server',
  value: 'URL',
  description: 'Uses this server, with the key from PROTEAN_API_KEY or `protean login`.',
};

export const jsonFlag: Flag = { name: 'json', description: 'Writes JSON, one object per line.' };

export const emailFlag: Flag = {
  name: 'email',
  value: 'ADDRESS',
  description: 'Requests a free key, which is sent by e-mail, then prompts for it.',
};

export const sourceFlag: Flag = {
  name: 'source',
  value: 'FORMAT',
  description: 'Source format, if the file name does not specify it.',
};

export const toFlag: Flag = {
  name: 'to',
  value: 'FORMAT',
  description: 'Converts all files to this format.',
};

export const outFlag: Flag = {
  name: 'out',
  short: 'o',
  value: 'DIR',
  description: 'Folder for the results. By default, they are next to their sources.',
};

/**
 * Output flag of `protean convert`. If `--to` is missing, the value of the flag is the path of a file, not of a folder.
 */
const outputFlag: Flag = {
  ...outFlag,
  value: 'PATH',
  description:
    'Output file or, with --to, folder for the results. By default, they are next to their sources.',
};

export const forceFlag: Flag = { name: 'force', description: 'Replaces existing files.' };

/** Flags of `protean watch`. */
export const watchFlags: readonly Flag[] = [toFlag, outFlag, forceFlag, serverFlag];

/** Flags of `protean jobs`. */
export const jobsFlags: readonly Flag[] = [
  { ...outFlag, value: 'FILE', description: 'File to write. By default, it has the name of the result.' },
  forceFlag,
  jsonFlag,
  serverFlag,
];

/** Flags of `protean account`. */
export const accountFlags: readonly Flag[] = [
  { name: 'export', value: 'FILE', description: 'Writes all data of the account to a zip.' },
  forceFlag,
  jsonFlag,
  serverFlag,
];

/** Flags of `protean keys`. */
export const keysFlags: readonly Flag[] = [
  { name: 'name', value: 'TEXT', description: 'Purpose of the new key.' },
  {
    name: 'grace',
    value: 'SECONDS',
    description: 'Seconds for which the old key remains valid, 0 by default.',
  },
  jsonFlag,
  serverFlag,
];

/** Flags of `protean billing`. */
export const billingFlags: readonly Flag[] = [
  { name: 'cap', value: 'USD|none', description: 'Maximum cost of overage per month.' },
  jsonFlag,
  serverFlag,
];

/** Flags of `protean usage`. */
export const usageFlags: readonly Flag[] = [
  { name: 'days', value: 'N', description: 'Shows the last N days in UTC, ending today; at most 366.' },
  {
    name: 'key',
    value: 'ID',
    description: 'Shows the conversions of one key by day, of the last 30 days unless --days is given.',
  },
  jsonFlag,
  serverFlag,
];

/** Flags of `protean verify`. */
export const verifyFlags: readonly Flag[] = [jsonFlag, serverFlag];

export const convertFlags: readonly Flag[] = [
  toFlag,
  outputFlag,
  sourceFlag,
  { name: 'target', value: 'FORMAT', description: 'Target format, if the name of OUT does not specify it.' },
  {
    name: 'zip',
    value: 'FILE',
    description: 'Writes all results to this zip, with report.json; needs --to.',
  },
  {
    name: 'combine',
    value: 'FILE',
    description: 'Merges all files into this file, in the given order.',
  },
  { name: 'jobs', value: 'N', description: 'Number of parallel conversions.' },
  forceFlag,
  jsonFlag,
  { name: 'verbose', description: 'Shows the error output of the engine if it failed.' },
  serverFlag,
  {
    name: 'help',
    short: 'h',
    description: 'Shows this help, with the options of a route if formats are given.',
  },
];
