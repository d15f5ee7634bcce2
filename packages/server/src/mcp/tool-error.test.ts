import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overloaded, ServiceError } from '../errors.ts';
import { toolError } from './tool-error.ts';

const errorOf = (failure: ServiceError) => {
  const { isError, content } = toolError(failure);
  assert.equal(isError, true);
  const [block] = content;
  assert.ok(block?.type === 'text');
  return (JSON.parse(block.text) as { error: Record<string, unknown> }).error;
};

test("an MCP tool error names the tool's arguments instead of the fields of an HTTP request", () => {
  const failure = new ServiceError('bad_request', 'Say what it is in the field "source".', {
    details: { field: 'source' },
  });
  assert.deepEqual(errorOf(failure), {
    code: 'bad_request',
    message: 'Say what it is in the argument "source_format".',
    details: { field: 'source_format' },
  });
});

test('keeps the argument name in an error that the MCP tool itself reports', () => {
  const failure = new ServiceError('bad_request', 'The argument "target" is not known here.', {
    details: { field: 'target' },
  });
  assert.deepEqual(errorOf(failure)['details'], { field: 'target' });
});

test('an MCP tool error contains the retry delay, because no response header contains the delay', () => {
  assert.deepEqual(errorOf(overloaded('busy'))['details'], { reason: 'busy', retry_after: 5 });
});

test('an MCP tool error does not reveal the cause of an internal error', () => {
  const failure = new ServiceError('internal_error', 'Something went wrong.', { cause: new Error('secret') });
  assert.doesNotMatch(JSON.stringify(toolError(failure)), /secret|details/);
});
