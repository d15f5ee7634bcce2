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

/** Codes of what fails before a statement is sent, or of SQLite, which then writes nothing. */
const notSent = /^(ECONNREFUSED$|ENOENT$|ENOTFOUND$|53|57P03$|SQLITE_)/;

/** Whether a statement that failed by the database being away may have been carried out, or may be yet. */
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
