/** The command script of a run: a shell script, or one line of JSON for a warm engine. */
import { programsOf } from '@protean/engines/contract/engine.ts';
import { cpuSeconds, prlimitFlags, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

export interface CommandScript {
  /**
   * Programs and arguments, with paths as seen inside the sandbox. The commands run in order until one command fails.
   */
  commands: readonly (readonly string[])[];
  /** Limits that apply to all commands together. */
  limits: SandboxLimits;
  env?: Readonly<Record<string, string>> | undefined;
}

/** Command prefix that makes the kernel limit a process to `limits`. */
export const limitPrefix = (limits: SandboxLimits) => ['/usr/bin/prlimit', ...prlimitFlags(limits), '--'];

export function shellScript({ commands, limits, env = {} }: CommandScript): string {
  return [
    'exec </dev/null >/dev/null',
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    ...commands.flatMap((command) => linesOf(command, limits)),
    'exit 0',
    '',
  ].join('\n');
}

/**
 * Returns the lines that run a command. If the command is a pipe of two programs, the lines run the second program
 * after the first program has ended. In a real pipe, the shell would not report a failure of the first program.
 */
function linesOf(command: readonly string[], limits: SandboxLimits): string[] {
  const [first = '', second] = programsOf(command).map((argv) =>
    [...limitPrefix(limits), ...argv].map(quote).join(' '),
  );
  const piped = quote(`${sandboxPaths.work}/piped`);
  return second === undefined
    ? [`${first} || exit`]
    : [`${first} >${piped} || exit`, `${second} <${piped} || exit`];
}

/**
 * Returns the script for a warm engine. The engine adds the prefix `bounds` to the command line of each program that it
 * starts. The engine's own process may use `cpu` seconds of processor time.
 */
export function warmEngineScript({ commands, limits, env = {} }: CommandScript): string {
  return JSON.stringify({ commands, env, bounds: limitPrefix(limits), cpu: cpuSeconds(limits) });
}

/** Quotes any string as one shell argument. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
