/**
 * Detects errors of a database that is temporarily unreachable, full or overloaded. All other errors of a database are
 * internal errors.
 */

/** Node's codes for an unreachable server, and codes of PostgreSQL and SQLite for an unavailable database. */
const away =
  /^(ECONN|ENOENT$|ENOTFOUND$|ETIMEDOUT$|EPIPE$|08|53|57P0|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY))/;

/** Messages of the errors that PostgreSQL's client throws without an error code. */
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket or host does not exist. A missing file also causes an error with the code ENOENT, but with another
  // system call in `syscall`.
  if (code === 'ENOENT' || code === 'ENOTFOUND') return syscall === 'connect' || syscall === 'getaddrinfo';
  return (code !== undefined && away.test(code)) || lostConnection.test(error.message);
}

/** Codes of failures after which a statement has had no effect: it was never sent, or SQLite wrote nothing. */
const notSent = /^(ECONNREFUSED$|ENOENT$|ENOTFOUND$|53|57P03$|SQLITE_)/;

/**
 * Whether a failed statement may have been executed. The outcome is unknown if the database became unreachable after
 * the statement was sent.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isDatabaseAway(error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isOutcomeUnknown);
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  return (
    syscall !== 'connect' &&
    !notSent.test(code) &&
    !message.startsWith('timeout exceeded when trying to connect')
  );
}
