import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { renderedPages, type RenderedPage } from './rendered-pages.ts';

const page = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((bytes) => ({ width, height, pixels: Buffer.from(bytes) })),
  );

const ppm = ({ width, height, pixels }: RenderedPage) =>
  Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]);

function inPieces(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
}

async function all(pages: AsyncIterable<RenderedPage>): Promise<RenderedPage[]> {
  const found: RenderedPage[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

const read = (stream: Readable) => all(renderedPages(stream));

test('reads PPM pages from a stream, whatever the size of its chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(page, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9_000 }),
      async (pages, size) => {
        const found = await read(inPieces(Buffer.concat(pages.map(ppm)), size));
        assert.deepEqual(found, pages);
      },
    ),
  );
});

test('rejects a truncated PPM page and data in another format', async () => {
  const whole = ppm({ width: 2, height: 1, pixels: Buffer.from('abcdef') });
  for (const cut of [1, 5, whole.length - 1])
    await assert.rejects(read(Readable.from([whole.subarray(0, cut)])), /incomplete/);
  const other = Buffer.alloc(100, 'P5\n');
  await assert.rejects(read(Readable.from([other])), /not a picture/);
});

test('reads the pages that a program wrote, even if reading starts after the program exited', async () => {
  const program = spawn('/usr/bin/printf', ['P6\\n1 1\\n255\\nrgb'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pages = renderedPages(program.stdout);
  await once(program, 'exit');
  await turn();
  assert.deepEqual(await all(pages), [{ width: 1, height: 1, pixels: Buffer.from('rgb') }]);
});
