/** How a waiting box is told what to run: a script for the shell, the same as a line of JSON for a keeper. */
import { cpuSeconds, prlimitFlags, type SandboxLimits } from '@protean/engines/runtime/limits.ts';

export interface CommandScript {
  /** Programs and arguments as seen inside the box, one after the other until one fails. */
  commands: readonly (readonly string[])[];
  /** Of each of them. */
  limits: SandboxLimits;
  env?: Readonly<Record<string, string>> | undefined;
}

/** Put before a command, it has no more than `limits` of what the kernel bounds by itself. */
export const limitPrefix = (limits: SandboxLimits) => ['/usr/bin/prlimit', ...prlimitFlags(limits), '--'];

export function shellScript({ commands, limits, env = {} }: CommandScript): string {
  return [
    'exec </dev/null >/dev/null',
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    ...commands.map((argv) => `${[...limitPrefix(limits), ...argv].map(quote).join(' ')} || exit`),
    'exit 0',
    '',
  ].join('\n');
}

/** What the keeper does not carry out itself it runs within `bounds`; what it does may take `cpu` seconds of processor time. */
export function warmWorkerScript({ commands, limits, env = {} }: CommandScript): string {
  return JSON.stringify({ commands, env, bounds: limitPrefix(limits), cpu: cpuSeconds(limits) });
}

/** A word as the shell takes it, whatever it holds. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
