/** Tells a database that is away, full or overrun from a mistake of ours: the first passes, the second is a bug. */

/** Node's words for a server that cannot be reached, PostgreSQL's and SQLite's for one that cannot serve. */
const away =
  /^(ECONN|ENOENT$|ENOTFOUND$|ETIMEDOUT$|EPIPE$|08|53|57P0|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY))/;

/** What PostgreSQL's client says without a code. */
const lost = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // No such socket or host; a file that is missing is another matter.
  if (code === 'ENOENT' || code === 'ENOTFOUND') return syscall === 'connect' || syscall === 'getaddrinfo';
  return (code !== undefined && away.test(code)) || lost.test(error.message);
}
