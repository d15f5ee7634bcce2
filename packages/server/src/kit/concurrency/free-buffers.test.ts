import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { freeBuffers } from './free-buffers.ts';

const MB = 1024 * 1024;

/**
 * Sends `megabytes` through a stream, and returns the number of received megabytes. `gc` is the garbage collector,
 * which frees the stream's buffers.
 */
async function receive(megabytes: number, gc: NodeJS.GCFunction | undefined): Promise<number> {
  const sent = Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB)));
  const received = new PassThrough();
  freeBuffers(sent, gc).pipe(received);
  return (await buffer(received)).length / MB;
}

test('runs a minor garbage collection for every 4 MB of a stream without losing data', async () => {
  const collections: unknown[] = [];
  const gc = ((options: unknown) => void collections.push(options)) as NodeJS.GCFunction;
  assert.equal(await receive(3, gc), 3);
  assert.deepEqual(collections, []);
  assert.equal(await receive(9, gc), 9);
  assert.deepEqual(collections, Array(2).fill({ type: 'minor', execution: 'sync' }));
});

test('passes on all stream data if the runtime does not expose the garbage collector', async () => {
  assert.equal(await receive(9, undefined), 9);
});
