/** Detects system errors that report a lack of disk space, memory, processes or file handles. */

const resources: Readonly<Record<string, 'disk' | 'handles'>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  SQLITE_FULL: 'disk',
  EMFILE: 'handles',
  ENFILE: 'handles',
  // EAGAIN and ENOMEM mean that the system cannot create a process, or has no memory for a new process.
  EAGAIN: 'handles',
  ENOMEM: 'handles',
};

/** Returns the exhausted resource, or undefined for any other error. */
export function exhausted(error: unknown): 'disk' | 'handles' | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && Object.hasOwn(resources, code) ? resources[code] : undefined;
}
