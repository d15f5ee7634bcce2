/** Closes files that the server inherited from its parent before a sandbox starts. */
import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/** Returns the open files that a child would inherit, except the first three. Files that the server opened are closed on exec. */
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
    // This descriptor belonged to the listing itself and is closed by now.
    return false;
  }
}

/** Closes the files whose numbers are in the first argument, and executes the remaining arguments as a command. */
const closing = `
for my $fd (split /,/, shift) { open my $file, '<&=', $fd and close $file }
exec { $ARGV[0] } @ARGV;
die "no program: $!\\n";
`;

/**
 * Returns a command that runs `command` without the inherited files. The server keeps them open, because one may be the file
 * to convert. The system's shell cannot close numbers above 9, and bash runs its user's start-up files first if its input is
 * a socket.
 */
export function withFdsClosed(files: readonly number[], command: readonly string[]): readonly string[] {
  return files.length === 0 ? command : ['/usr/bin/perl', '-e', closing, files.join(','), ...command];
}
