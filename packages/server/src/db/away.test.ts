import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDatabaseAway, isOutcomeUnknown } from './away.ts';

const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });

/** `unknown` means unreachable, and the statement may have been executed. */
const rows: [string, unknown, boolean | 'unknown'][] = [
  ['a refused connection', withCode('ECONNREFUSED', 'connect'), true],
  ['one that broke', withCode('ECONNRESET', 'read'), 'unknown'],
  ['a socket that is not there', withCode('ENOENT', 'connect'), true],
  ['both of two addresses refused', new AggregateError([withCode('ECONNREFUSED')]), true],
  ['a server that starts', withCode('57P03'), true],
  ['a server with too many guests', withCode('53300'), true],
  ['no connection within five seconds', new Error('timeout exceeded when trying to connect'), true],
  ['no answer', new Error('Query read timeout'), 'unknown'],
  ['a server that is stopped', withCode('57P01'), 'unknown'],
  ['a connection ended under a query', new Error('Connection terminated unexpectedly'), 'unknown'],
  ['a full disk', withCode('SQLITE_FULL'), true],
  ['a lock that was held too long', withCode('SQLITE_BUSY_SNAPSHOT'), true],
  ['a file that is missing', withCode('ENOENT', 'open'), false],
  ['a row twice, on PostgreSQL', withCode('23505'), false],
  ['a row twice, on SQLite', withCode('SQLITE_CONSTRAINT_UNIQUE'), false],
  ['wrong SQL', withCode('42601'), false],
  ['a bug', new TypeError('x is undefined'), false],
  ['no error', undefined, false],
];

for (const [what, error, expected] of rows) {
  test(`${what}: ${expected === false ? 'not away' : expected === true ? 'away' : 'outcome unknown'}`, () => {
    assert.equal(isDatabaseAway(error), expected !== false);
    assert.equal(isOutcomeUnknown(error), expected === 'unknown');
  });
}
