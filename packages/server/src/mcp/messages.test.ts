import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessages } from './messages.ts';

const call = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });

test('finds tool calls, cancellations and method names in one or several MCP messages', () => {
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 'a' } };
  assert.deepEqual(readMessages([call(1), call('b'), { method: 'ping', id: 2 }, cancelled]), {
    calls: [1, 'b'],
    cancelled: ['a'],
    methods: new Set(['tools/call', 'ping', 'notifications/cancelled']),
  });
  assert.deepEqual(readMessages(call(0)).calls, [0]);
});

test('finds no tool calls in invalid MCP messages', () => {
  for (const body of [null, 1, 'x', [], [null], { method: 1 }, { method: 'tools/call' }])
    assert.deepEqual(readMessages(body).calls, []);
});
