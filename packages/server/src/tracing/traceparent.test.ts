/** Tests valid and invalid headers of W3C Trace Context. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const valid = `00-${traceId}-${spanId}-01`;

test('parses a traceparent header and writes the same header again', () => {
  const parsed = parseTraceparent(valid);
  assert.deepEqual(parsed, { traceId, spanId, flags: 1 });
  assert.equal(parsed && formatTraceparent(parsed), valid);
  assert.equal(formatTraceparent({ traceId, spanId, flags: 0 }), `00-${traceId}-${spanId}-00`);
});

test('parses the known fields of a traceparent header with a later version', () => {
  assert.deepEqual(parseTraceparent(`cc-${traceId}-${spanId}-01-what-else`), { traceId, spanId, flags: 1 });
});

test('rejects invalid traceparent headers', () => {
  const wrong = [
    '',
    `${valid}-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    ` ${valid}`,
    `${valid}\n`,
  ];
  assert.deepEqual(wrong.map(parseTraceparent).filter(Boolean), []);
});
