import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDatabaseAway } from './away.ts';

const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });

const rows: [string, unknown, boolean][] = [
  ['a refused connection', withCode('ECONNREFUSED', 'connect'), true],
  ['one that broke', withCode('ECONNRESET', 'read'), true],
  ['a socket that is not there', withCode('ENOENT', 'connect'), true],
  ['both of two addresses refused', new AggregateError([withCode('ECONNREFUSED')]), true],
  ['a server that starts', withCode('57P03'), true],
  ['a server with too many guests', withCode('53300'), true],
  ['a connection ended under a query', new Error('Connection terminated unexpectedly'), true],
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
  test(`${what}: ${expected ? 'away' : 'not away'}`, () => assert.equal(isDatabaseAway(error), expected));
}
