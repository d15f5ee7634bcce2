/** The server may inherit open files from its parent process. This module closes inherited files for each sandbox. */
import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/**
 * Returns the file descriptors that a child would inherit, except the first three. Files that the server itself opened
 * are closed on exec.
 */
export function inheritedFds(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd));
}

function isInherited(fd: number): boolean {
  try {
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // The descriptor was used to list the folder, and is already closed.
    return false;
  }
}

/**
 * A Perl program that closes the file descriptors listed in its first argument, and executes the remaining arguments as
 * a command.
 */
const closing = `
for my $fd (split /,/, shift) { open my $file, '<&=', $fd and close $file }
exec { $ARGV[0] } @ARGV;
die "no program: $!\\n";
`;

/**
 * Returns a command that runs `command` without the inherited files. The server itself keeps inherited files open,
 * because one of them may be the file to convert. Perl closes the inherited files, because the system's shell cannot
 * close descriptors above 9. The shell `bash` can close descriptors above 9. However, if the input of `bash` is a
 * socket, `bash` runs the start-up files of its user.
 */
export function withFdsClosed(files: readonly number[], command: readonly string[]): readonly string[] {
  return files.length === 0 ? command : ['/usr/bin/perl', '-e', closing, files.join(','), ...command];
}
