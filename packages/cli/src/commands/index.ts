/** The list of subcommands that need no checkout. */
import type { Command } from '../command.ts';
import {
  billingFlags,
  convertFlags,
  emailFlag,
  exportFlag,
  jsonFlag,
  keysFlags,
  outFlag,
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
    description: 'Converts files; - is standard input or output, every option of a conversion is a flag.',
    flags: convertFlags,
    takesOptions: true,
    load: async () => (await import('./convert.ts')).convert,
  },
  {
    name: 'formats',
    synopsis: ['[FORMAT [FORMAT]]'],
    description: 'Lists the formats, what one becomes, or the route between two with its options.',
    flags: [jsonFlag, serverFlag],
    load: async () => (await import('./formats.ts')).formats,
  },
  {
    name: 'detect',
    synopsis: ['FILE…'],
    description: 'Tells what files are by their content.',
    flags: [jsonFlag, serverFlag],
    load: async () => (await import('./detect.ts')).detect,
  },
  {
    name: 'verify',
    synopsis: ['REPORT FILE'],
    description: 'Runs the conversion of a report again, and tells whether the bytes are the same.',
    flags: verifyFlags,
    takesOptions: true,
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'watch',
    synopsis: ['DIR --to FORMAT [--out DIR]'],
    description: 'Converts what is put into a folder; what fails goes to DIR/failed with its reason.',
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
      'Stores a key for a server, read from standard input or asked for; a free one is sent by mail.',
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
    synopsis: ['', '--export FILE'],
    description:
      'Shows whose the key is: the address, the plan, and who decided it; with --export writes all that is kept of it to a zip.',
    flags: [exportFlag, jsonFlag, serverFlag],
    load: async () => (await import('./login.ts')).account,
  },
  {
    name: 'usage',
    synopsis: ['', '--days N [--key ID]'],
    description: 'Shows limits and usage of the account; with --days or --key its conversions day by day.',
    flags: usageFlags,
    load: async () => (await import('./usage.ts')).usage,
  },
  {
    name: 'jobs',
    synopsis: ['[list]', 'show|wait|cancel|deliveries ID', 'fetch ID [--out FILE]'],
    description:
      "Lists the account's jobs, shows one, waits for it, fetches its result, cancels it, lists the deliveries of its event.",
    flags: [jsonFlag, outFlag, serverFlag],
    load: async () => (await import('./jobs.ts')).jobs,
  },
  {
    name: 'keys',
    synopsis: ['[list]', 'create --name TEXT', 'rotate [--grace SECONDS]', 'revoke ID'],
    description:
      "Lists the account's keys, makes one, puts a new one in place of that which is used here, revokes one.",
    flags: keysFlags,
    load: async () => (await import('./keys.ts')).keys,
  },
  {
    name: 'billing',
    synopsis: ['[show]', 'checkout PLAN|CREDITS', 'portal', 'overage on|off [--cap USD|none]'],
    description:
      'Shows the plan and what overage costs; prints the link that buys a plan or credits, or that of the portal.',
    flags: billingFlags,
    load: async () => (await import('./billing.ts')).billing,
  },
  {
    name: 'completion',
    synopsis: ['bash|zsh|fish'],
    description: 'Prints the completion of commands, flags and formats for a shell.',
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    name: 'man',
    synopsis: [''],
    description: 'Prints the manual page: `protean man | man -l -` shows it.',
    load: async () => (await import('./man.ts')).man,
  },
];
