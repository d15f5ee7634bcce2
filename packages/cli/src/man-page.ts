/** The manual page of `protean`, in roff, from the same declarations as `--help`. */
import type { Command } from './command.ts';
import { exitMeanings, exitStatus } from './exit-status.ts';
import type { Flag } from './arguments.ts';

/** What the environment says, and where files lie (config.ts). */
const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['PROTEAN_SERVER', 'The server to work at, as --server names it.'],
  ['PROTEAN_API_KEY', 'The key, in place of the one that `protean login` has stored.'],
  ['XDG_CONFIG_HOME', 'Where the folder protean lies, in place of ~/.config.'],
  ['NO_COLOR', 'Where it is set, no line moves on a terminal.'],
];

const files: readonly (readonly [name: string, meaning: string])[] = [
  [
    '~/.config/protean/credentials.json',
    'The keys that `protean login` has stored; nobody else may read it.',
  ],
];

const examples: readonly string[] = [
  'protean convert report.docx report.pdf',
  'protean convert photos --to webp --out small',
  'curl -s https://example.com/a.html | protean convert - - --source html --target md',
  'protean formats docx pdf',
];

export function manPage(version: string, commands: readonly Command[]): string {
  const parts = [
    `.TH PROTEAN 1 "" "protean ${version}" "User Commands"`,
    '.SH NAME\nprotean \\- convert files between formats, at a server or on this machine',
    `.SH SYNOPSIS\n${commands.flatMap(({ name, synopsis }) => synopsis.map((words) => usage(name, words))).join('\n.br\n')}`,
    '.SH COMMANDS',
    ...commands.map(section),
    `.SH ENVIRONMENT\n${environment.map(([name, meaning]) => item(`\\fB${literal(name)}\\fR`, meaning)).join('\n')}`,
    `.SH FILES\n${files.map(([name, meaning]) => item(`\\fI${literal(name)}\\fR`, meaning)).join('\n')}`,
    `.SH EXIT STATUS\n${Object.entries(exitStatus).map(exitRow).join('\n')}`,
    `.SH EXAMPLES\n.nf\n${examples.map(literal).join('\n')}\n.fi`,
  ];
  return `${parts.join('\n')}\n`;
}

const exitRow = ([name, status]: [string, number]) =>
  item(`\\fB${status}\\fR`, exitMeanings[name as keyof typeof exitMeanings]);

const usage = (name: string, words: string) => `\\fBprotean ${name}\\fR ${literal(words)}`.trimEnd();

function section({ name, synopsis, description, flags = [] }: Command): string {
  const usages = synopsis.map((words) => usage(name, words)).join('\n.br\n');
  return [`.SS ${name}\n${usages}\n.PP\n${prose(description)}`, ...flags.map(flagItem)].join('\n');
}

function flagItem({ name, short, value, description }: Flag): string {
  const names = [...(short ? [`-${short}`] : []), `--${name}`].map((word) => `\\fB${literal(word)}\\fR`);
  return item(`${names.join(', ')}${value ? ` \\fI${literal(value)}\\fR` : ''}`, description);
}

const item = (term: string, text: string) => `.TP\n${term}\n${prose(text)}`;

/** What is typed: its hyphens are not those of words. */
const literal = (text: string) => escaped(text).replaceAll('-', '\\-');

/** Sentences; what stands in backticks is typed. */
const prose = (text: string) =>
  escaped(text).replaceAll(/`([^`]+)`/g, (_, typed: string) => `\\fB${typed.replaceAll('-', '\\-')}\\fR`);

/** A line that begins with a point or an apostrophe would be a request of roff. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll(/^(?=[.'])/gm, '\\&')
    .replaceAll(/[^\0-\x7f]/gu, (character) => `\\[u${hexOf(character)}]`);

const hexOf = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
