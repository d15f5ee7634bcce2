/** Errors of system calls that mean that the machine has run out of disk space, memory, processes or file handles. */

const resources: Readonly<Record<string, 'disk' | 'handles'>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  SQLITE_FULL: 'disk',
  EMFILE: 'handles',
  ENFILE: 'handles',
  // No further process, or no memory for it.
  EAGAIN: 'handles',
  ENOMEM: 'handles',
};

/** What ran out; undefined for any other error. */
export function exhausted(error: unknown): 'disk' | 'handles' | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && Object.hasOwn(resources, code) ? resources[code] : undefined;
}
