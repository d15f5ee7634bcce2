/** Which failures of system calls mean that the machine, not the request, has run out of something. */

const ranOut: Readonly<Record<string, 'disk' | 'handles'>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  SQLITE_FULL: 'disk',
  EMFILE: 'handles',
  ENFILE: 'handles',
  // No further process, or no memory for one.
  EAGAIN: 'handles',
  ENOMEM: 'handles',
};

/** What ran out; undefined when `error` says something else. */
export function exhausted(error: unknown): 'disk' | 'handles' | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && Object.hasOwn(ranOut, code) ? ranOut[code] : undefined;
}
