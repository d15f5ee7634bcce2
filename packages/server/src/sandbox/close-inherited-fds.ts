/** Closes, on the way into a sandbox, the files that the server inherited from its parent. */
import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/** The open files that a child would inherit beside its first three; files that we opened are closed on exec. */
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
    // The list was itself an open file.
    return false;
  }
}

/** Closes the files that its first argument lists by number, and becomes the program that the others name. */
const closing = `
for my $fd (split /,/, shift) { open my $file, '<&=', $fd and close $file }
exec { $ARGV[0] } @ARGV;
die "no program: $!\\n";
`;

/**
 * The same command without those files. The server keeps them, as one may be the file that it is to convert. The
 * system's shell cannot close numbers above 9, and bash first runs its user's start-up files where its input is a socket.
 */
export function withFdsClosed(files: readonly number[], command: readonly string[]): readonly string[] {
  return files.length === 0 ? command : ['/usr/bin/perl', '-e', closing, files.join(','), ...command];
}
