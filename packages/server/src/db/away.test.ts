import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDatabaseAway, isOutcomeUnknown } from './away.ts';

const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });

/** `unknown` means that the database was unreachable and may have executed the statement. */
const rows: [string, unknown, boolean | 'unknown'][] = [
  ['a refused connection', withCode('ECONNREFUSED', 'connect'), true],
  ['a broken connection', withCode('ECONNRESET', 'read'), 'unknown'],
  ['a missing socket', withCode('ENOENT', 'connect'), true],
  ['refused connections to 2 addresses', new AggregateError([withCode('ECONNREFUSED')]), true],
  ['a starting server', withCode('57P03'), true],
  ['a server with too many connections', withCode('53300'), true],
  ['a connection timeout', new Error('timeout exceeded when trying to connect'), true],
  ['a query timeout', new Error('Query read timeout'), 'unknown'],
  ['a server that is shutting down', withCode('57P01'), 'unknown'],
  ['a connection that ends during a query', new Error('Connection terminated unexpectedly'), 'unknown'],
  ['a full disk', withCode('SQLITE_FULL'), true],
  ['a lock timeout', withCode('SQLITE_BUSY_SNAPSHOT'), true],
  ['a missing file', withCode('ENOENT', 'open'), false],
  ['a duplicate row on PostgreSQL', withCode('23505'), false],
  ['a duplicate row on SQLite', withCode('SQLITE_CONSTRAINT_UNIQUE'), false],
  ['invalid SQL', withCode('42601'), false],
  ['a bug', new TypeError('x is undefined'), false],
  ['no error', undefined, false],
];

const verdictOf = (expected: boolean | 'unknown') =>
  expected === 'unknown' ? 'yes, but the statement may have been executed' : expected ? 'yes' : 'no';

for (const [what, error, expected] of rows) {
  test(`${what} counts as an unavailable database: ${verdictOf(expected)}`, () => {
    assert.equal(isDatabaseAway(error), expected !== false);
    assert.equal(isOutcomeUnknown(error), expected === 'unknown');
  });
}
