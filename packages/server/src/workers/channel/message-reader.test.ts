/** Tests that messages are read correctly in chunks of any size, and that lost connections are detected. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ConnectionLostError, MessageReader } from './message-reader.ts';

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-messages-'));
});

after(() => rm(dir, { recursive: true }));

/** Returns a stream that emits the bytes in chunks of `size`. */
function inPieces(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  const pieces = Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
  return Readable.from(pieces, { objectMode: true });
}

let made = 0;
const newFile = () => path.join(dir, `file-${(made += 1)}`);

test('reads lines and files correctly from a stream, whatever the size of its chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 5 }),
      fc.integer({ min: 1, max: 300 }),
      async (value, one, other, size) => {
        const bytes = Buffer.concat([
          Buffer.from(`${JSON.stringify(value)}\n`),
          one,
          other,
          Buffer.from('7\n'),
        ]);
        const reader = new MessageReader(inPieces(bytes, size));
        assert.deepEqual(await reader.line(), JSON.parse(JSON.stringify(value)));
        const [first, second] = [newFile(), newFile()];
        await reader.saveFile(first, one.length);
        await reader.saveFile(second, other.length);
        assert.deepEqual(
          [await readFile(first), await readFile(second)],
          [Buffer.from(one), Buffer.from(other)],
        );
        assert.equal(await reader.line(), 7);
        await reader.end();
      },
    ),
    { numRuns: 50 },
  );
});

test('reports a lost connection if a message ends too early or continues after its expected end', async () => {
  const broken = (text: string) => new MessageReader(inPieces(Buffer.from(text), 3));
  await assert.rejects(broken('').line(), ConnectionLostError);
  await assert.rejects(broken('{"a":').line(), ConnectionLostError);
  await assert.rejects(broken('abc').saveFile(newFile(), 4), ConnectionLostError);
  await assert.rejects(broken('abc').end(), ConnectionLostError);
});

test('reports a lost connection with its cause if the stream fails', async () => {
  const failing = new Readable({ read: () => failing.destroy(new Error('reset')) });
  await assert.rejects(new MessageReader(failing).line(), (error: unknown) => {
    assert.ok(error instanceof ConnectionLostError);
    assert.equal((error.cause as Error).message, 'reset');
    return true;
  });
});
