/** Tests that errors are transferred unchanged except for their causes, which are omitted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overloaded, ServiceError } from '../../errors.ts';
import { eventSchema, lineOf, readFailure, taskSchema, writeFailure } from './messages.ts';

for (const error of [
  new ServiceError('bad_request', 'The file is empty.', { details: { field: 'file' }, cause: 'a secret' }),
  new ServiceError('unsupported_route', 'No.'),
  overloaded('busy', new Error('a secret'), 7),
]) {
  test(`transfers the error ${error.code} with status ${error.status} but without its cause`, () => {
    const line = lineOf({ event: 'failed', failure: writeFailure(error) });
    assert.ok(!line.includes('secret'));
    const event = eventSchema.parse(JSON.parse(line));
    if (event.event !== 'failed') assert.fail();
    const read = readFailure(event.failure);
    assert.deepEqual(
      [read.code, read.status, read.message, read.details, read.retryAfter],
      [error.code, error.status, error.message, error.details, error.retryAfter],
    );
  });
}

test('ignores unknown fields in a task from a process of a later version', () => {
  const task = {
    operation: 'pack',
    names: ['a'],
    files: [1],
    terms: { caller: 'x', later: 1 },
    more: true,
  };
  assert.deepEqual(taskSchema.parse(task), {
    operation: 'pack',
    names: ['a'],
    files: [1],
    terms: { caller: 'x' },
  });
});
