/** `protean completion SHELL`: prints a completion script, which is generated from the list of commands. */
import { formats } from '@protean/formats';
import type { Command, Run } from '../command.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { printUnchanged } from '../terminal.ts';

export const completion: Run = async ({ args, local, commands }) => {
  const [shell = ''] = args.positionals;
  const write = shells[shell];
  if (!write) throw usageError(`Specify a shell: ${Object.keys(shells).join(', ')}.`);
  const more = (await local.commands()).map(({ name, description }) => ({ name, description, flags: [] }));
  printUnchanged(
    write([...commands, ...more].map(({ name, description, flags = [] }) => ({ name, description, flags }))),
  );
  return exitStatus.ok;
};

type Completed = Required<Pick<Command, 'name' | 'description' | 'flags'>>;

const formatNames = formats.map(({ ext }) => ext).join(' ');

const flagsOf = ({ flags }: Completed) => flags.map(({ name }) => `--${name}`).join(' ');

const shells: Readonly<Record<string, (list: readonly Completed[]) => string>> = { bash, zsh, fish };

function bash(list: readonly Completed[]): string {
  const cases = list.map((command) => `    ${command.name}) words='${flagsOf(command)}' ;;`).join('\n');
  return `_protean() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${list.map(({ name }) => name).join(' ')}' -- "$current"))
    return
  fi
  case $before in
    --to | --source | --target) COMPREPLY=($(compgen -W '${formatNames}' -- "$current")); return ;;
  esac
  case \${COMP_WORDS[1]} in
${cases}
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) [ "\${COMP_WORDS[1]}" = formats ] && COMPREPLY=($(compgen -W '${formatNames}' -- "$current")) ;;
  esac
}
complete -o default -F _protean protean
`;
}

const quoted = (text: string) => text.replaceAll("'", "'\\''");

function zsh(list: readonly Completed[]): string {
  const names = list.map(({ name, description }) => `    '${name}:${quoted(description)}'`).join('\n');
  const flagLine = ({ name, value, description }: Completed['flags'][number]) => {
    const action = value === 'FORMAT' ? `:format:(${formatNames})` : value ? `:${value}:_files` : '';
    return `'--${name}[${quoted(description).replaceAll(/[[\]]/g, '')}]${action}'`;
  };
  const cases = list
    .map(
      (command) =>
        `    ${command.name}) _arguments ${[...command.flags.map(flagLine), `'*:file:_files'`].join(' ')} ;;`,
    )
    .join('\n');
  return `#compdef protean
_protean() {
  local -a commands
  commands=(
${names}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases}
  esac
}
compdef _protean protean
`;
}

function fish(list: readonly Completed[]): string {
  const lines = list.flatMap(({ name, description, flags }) => [
    `complete -c protean -n __fish_use_subcommand -a ${name} -d '${fishQuoted(description)}'`,
    ...flags.map((flag) => {
      const value = flag.value === 'FORMAT' ? ` -x -a '${formatNames}'` : flag.value ? ' -r' : '';
      return `complete -c protean -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${value} -d '${fishQuoted(flag.description)}'`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}

const fishQuoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
