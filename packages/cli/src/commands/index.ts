/** The list of subcommands that work without a checkout. */
import type { Command } from '../command.ts';
import {
  accountFlags,
  billingFlags,
  convertFlags,
  emailFlag,
  jobsFlags,
  jsonFlag,
  keysFlags,
  serverFlag,
  usageFlags,
  verifyFlags,
  watchFlags,
} from '../convert-flags.ts';

export const commands: readonly Command[] = [
  {
    name: 'convert',
    synopsis: [
      'IN OUT',
      'FILE|DIR… --to FORMAT [--out DIR | --zip FILE]',
      'FILE|DIR… --combine FILE',
      '--help [FORMAT [FORMAT]]',
    ],
    description: 'Converts files; - is standard input or output, and every conversion option is a flag.',
    flags: convertFlags,
    takesOptions: true,
    load: async () => (await import('./convert.ts')).convert,
  },
  {
    name: 'formats',
    synopsis: ['[FORMAT [FORMAT]]'],
    description: 'Lists the formats, the targets of one format, or the options of a route.',
    flags: [jsonFlag, serverFlag],
    load: async () => (await import('./formats.ts')).formats,
  },
  {
    name: 'detect',
    synopsis: ['FILE…'],
    description: 'Detects the formats of files by their content.',
    flags: [jsonFlag, serverFlag],
    load: async () => (await import('./detect.ts')).detect,
  },
  {
    name: 'verify',
    synopsis: ['REPORT FILE'],
    description: 'Repeats the conversion of a report and compares the results.',
    flags: verifyFlags,
    takesOptions: true,
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'watch',
    synopsis: ['DIR --to FORMAT [--out DIR] [--force]'],
    description: 'Converts files added to a folder; files that fail are moved to DIR/failed with the reason.',
    flags: watchFlags,
    takesOptions: true,
    load: async () => (await import('./watch.ts')).watch,
  },
  {
    name: 'mcp',
    synopsis: ['[DIR…]'],
    description: 'Serves tools for agents on standard input and output, for the files in these folders.',
    flags: [serverFlag],
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'login',
    synopsis: ['SERVER', 'SERVER --email ADDRESS'],
    description:
      'Stores a key for a server, read from standard input or a prompt; free keys are sent by e-mail.',
    flags: [emailFlag, serverFlag],
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    synopsis: ['[SERVER]'],
    description: 'Deletes the stored key.',
    flags: [serverFlag],
    load: async () => (await import('./login.ts')).logout,
  },
  {
    name: 'whoami',
    synopsis: [''],
    description: 'Shows the server, the plan and the conversions of this month.',
    flags: [jsonFlag, serverFlag],
    load: async () => (await import('./login.ts')).whoami,
  },
  {
    name: 'account',
    synopsis: ['', '--export FILE [--force]'],
    description: 'Shows the account and its plan; with --export writes all its data to a zip.',
    flags: accountFlags,
    load: async () => (await import('./login.ts')).account,
  },
  {
    name: 'usage',
    synopsis: ['', '--days N [--key ID]'],
    description: 'Shows limits and usage of the account; with --days or --key, conversions by day.',
    flags: usageFlags,
    load: async () => (await import('./usage.ts')).usage,
  },
  {
    name: 'jobs',
    synopsis: ['[list]', 'show|wait|cancel|deliveries ID', 'fetch ID [--out FILE] [--force]'],
    description:
      'Lists jobs, shows one, waits for it, fetches its result, cancels it, or lists its webhook deliveries.',
    flags: jobsFlags,
    load: async () => (await import('./jobs.ts')).jobs,
  },
  {
    name: 'keys',
    synopsis: ['[list]', 'create --name TEXT', 'rotate [--grace SECONDS]', 'revoke ID'],
    description: 'Lists, creates, rotates and revokes keys of the account.',
    flags: keysFlags,
    load: async () => (await import('./keys.ts')).keys,
  },
  {
    name: 'billing',
    synopsis: ['[show]', 'checkout PLAN|CREDITS', 'portal', 'overage on|off [--cap USD|none]'],
    description:
      'Shows the plan and the cost of overage; prints the link to buy a plan or credits, or to the portal.',
    flags: billingFlags,
    load: async () => (await import('./billing.ts')).billing,
  },
  {
    name: 'completion',
    synopsis: ['bash|zsh|fish'],
    description: 'Prints the shell completion of commands, flags and formats.',
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    name: 'man',
    synopsis: [''],
    description: 'Prints the manual page; show it with `protean man | man -l -`.',
    load: async () => (await import('./man.ts')).man,
  },
];
