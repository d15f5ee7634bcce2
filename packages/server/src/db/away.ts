/** Tells a database that is unreachable, full or overloaded, which passes, from an error of ours, which is a bug. */

/** Codes of Node for an unreachable server, and of PostgreSQL and SQLite for one that cannot serve. */
const away =
  /^(ECONN|ENOENT$|ENOTFOUND$|ETIMEDOUT$|EPIPE$|08|53|57P0|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY))/;

/** Errors of PostgreSQL's client that have no code. */
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // No such socket or host; a missing file has the same code.
  if (code === 'ENOENT' || code === 'ENOTFOUND') return syscall === 'connect' || syscall === 'getaddrinfo';
  return (code !== undefined && away.test(code)) || lostConnection.test(error.message);
}
