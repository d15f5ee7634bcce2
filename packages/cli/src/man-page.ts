/** Writes the manual page of `protean` in roff, from the same declarations as `--help`. */
import type { Command } from './command.ts';
import { exitMeanings, exitStatus } from './exit-status.ts';
import type { Flag } from './arguments.ts';

/** Environment variables and file paths, which config.ts reads. */
const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['PROTEAN_SERVER', 'The server, as with --server.'],
  ['PROTEAN_API_KEY', 'The key. Overrides the key stored by `protean login`.'],
  ['XDG_CONFIG_HOME', 'Parent of the folder protean, which contains the keys. The default is ~/.config.'],
  ['XDG_CACHE_HOME', 'Parent of the folder protean, which contains cached data. The default is ~/.cache.'],
  ['NO_COLOR', 'If set, progress lines are not animated.'],
];

const files: readonly (readonly [name: string, meaning: string])[] = [
  ['~/.config/protean/credentials.json', 'The keys stored by `protean login`, readable only by you.'],
  [
    '~/.cache/protean/sandbox-probe.json',
    'Record that the sandbox of this machine passed its check, valid for a day.',
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
    '.SH NAME\nprotean \\- convert files between formats, on a server or on this machine',
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

/**
 * Formats literal text, such as a command. Escapes hyphens, because roff would otherwise replace them with a
 * typographic character that shells do not accept.
 */
const literal = (text: string) => escaped(text).replaceAll('-', '\\-');

/** Formats prose. Text in backticks is literal text. */
const prose = (text: string) =>
  escaped(text).replaceAll(/`([^`]+)`/g, (_, typed: string) => `\\fB${typed.replaceAll('-', '\\-')}\\fR`);

/** Escapes a period or apostrophe at the start of a line, because it would begin a roff request. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll(/^(?=[.'])/gm, '\\&')
    .replaceAll(/[^\0-\x7f]/gu, (character) => `\\[u${hexOf(character)}]`);

const hexOf = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
