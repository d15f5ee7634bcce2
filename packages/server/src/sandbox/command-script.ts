/** The command script of a run: a shell script, or one line of JSON for a warm engine. */
import { programsOf } from '@protean/engines/contract/engine.ts';
import { cpuSeconds, prlimitFlags, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

export interface CommandScript {
  /** Programs and arguments as seen inside the sandbox, run one after the other until one fails. */
  commands: readonly (readonly string[])[];
  /** Of all of them together. */
  limits: SandboxLimits;
  env?: Readonly<Record<string, string>> | undefined;
}

/** The command prefix by which the kernel bounds a process to `limits`. */
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

/** One after the other also where there is a pipe: a shell would not tell that the first has failed. */
function linesOf(command: readonly string[], limits: SandboxLimits): string[] {
  const [first = '', second] = programsOf(command).map((argv) =>
    [...limitPrefix(limits), ...argv].map(quote).join(' '),
  );
  const piped = quote(`${sandboxPaths.work}/piped`);
  return second === undefined
    ? [`${first} || exit`]
    : [`${first} >${piped} || exit`, `${second} <${piped} || exit`];
}

/** The worker starts other programs behind `bounds`; what it does itself may take `cpu` seconds of processor time. */
export function warmEngineScript({ commands, limits, env = {} }: CommandScript): string {
  return JSON.stringify({ commands, env, bounds: limitPrefix(limits), cpu: cpuSeconds(limits) });
}

/** A word quoted for the shell, whatever it contains. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
