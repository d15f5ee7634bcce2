/** What whoever started the server left open is no business of what runs in a box: it is closed on the way there. */
import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/** The open files that a program would get from this process beside its first three; those of our own it never does. */
export function inheritedFiles(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && passesOn(fd));
}

function passesOn(fd: number): boolean {
  try {
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // The list was itself an open file.
    return false;
  }
}

/**
 * The same command without those files. The server keeps them, since one may be the file that it is to convert; the
 * system's own shell cannot close any above 9.
 */
export function without(files: readonly number[], command: readonly string[]): readonly string[] {
  if (files.length === 0) return command;
  const close = files.map((fd) => `${fd}>&-`).join(' ');
  return ['/usr/bin/bash', '-c', `exec ${close} && exec -c "$@"`, 'bash', ...command];
}
