/** Converts one file of structured data: read into the common value, written from it. A damaged file ends with status 1. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Codec } from './data/codec.ts';
import { codecs } from './data/codecs.ts';
import { checkDepth, InvalidData } from './data/value.ts';
import { readStep } from './step.ts';

/** What a mistake of ours ends with, so that it is not taken for the file's. */
const brokenStatus = 70;

const { input, output, from, to, options } = readStep();
const [reader, writer] = await Promise.all([codecs[from]?.(), codecs[to]?.()]);
if (!reader || !writer) throw new Error(`no codec from ${from} to ${to}`);
try {
  const written = convert(reader, writer, await readFile(input));
  // Where there is nothing to say, an empty line says it: a file of no bytes is no result.
  await writeFile(output, written.length === 0 ? '\n' : written);
} catch (error) {
  process.stderr.write(`${String((error as Error).message).split('\n', 1)[0]}\n`);
  // A RangeError says that a text became longer than texts can be.
  process.exitCode = error instanceof InvalidData || error instanceof RangeError ? 1 : brokenStatus;
}

function convert(reader: Codec, writer: Codec, bytes: Uint8Array): string | Uint8Array {
  return writer.write(
    readable(() => {
      const value = reader.read(bytes);
      checkDepth(value);
      return value;
    }),
    options,
  );
}

/** Whatever a parser throws, the stack's end included, it is the file that made it. */
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new InvalidData(`not valid ${from}: ${(error as Error).message}`, { cause: error });
  }
}
