import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents, type ServerEvent } from './events.ts';

async function eventsOf(chunks: readonly string[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const stream = ReadableStream.from(chunks.map((chunk) => encoder.encode(chunk)));
  const events: ServerEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

test('parses event names and data with any line endings and chunk boundaries', async () => {
  const text =
    'event: status\ndata: {"a":1}\n\n: a comment\n\ndata: x\r\ndata: y\r\n\r\nevent: e\rdata:z\r\r';
  const expected = [
    { event: 'status', data: '{"a":1}' },
    { event: 'message', data: 'x\ny' },
    { event: 'e', data: 'z' },
  ];
  assert.deepEqual(await eventsOf([`${text}:`]), expected);
  assert.deepEqual(await eventsOf([...`${text}:`]), expected);
});

test('ignores an incomplete event at the end of an event stream', async () => {
  assert.deepEqual(await eventsOf(['data: whole\n\ndata: half\n']), [{ event: 'message', data: 'whole' }]);
});
