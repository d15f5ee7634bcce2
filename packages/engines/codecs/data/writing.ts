/** For each target format, the function that writes the common value model. */
import { writeFileSync } from 'node:fs';
import type { Options } from '../../contract/options.ts';
import { codecs, fileCodecs, writers } from './codecs.ts';
import type { Writer } from './codec.ts';
import type { Value } from './values/value.ts';

export type ValueWriter = (path: string, value: Value) => void | Promise<void>;

/**
 * Returns the writer of `format`, which may be an intermediate format for `target`. Rejects if no codec writes
 * `format`. The writer throws `InvalidData` if the value does not fit the format.
 */
export async function writing(format: string, options: Options, target?: string): Promise<ValueWriter> {
  const load: (() => Promise<Writer>) | undefined = codecs[format] ?? writers[format];
  const [codec, fileCodec] = await Promise.all([load?.(), fileCodecs[format]?.()]);
  if (fileCodec) return (path, value) => fileCodec.writeTo(path, value);
  if (!codec) throw new Error(`no codec to ${format}`);
  return (path, value) => {
    const written = codec.write(value, options, target);
    // An empty file would be treated as a missing result, so an empty value is written as an empty line.
    writeFileSync(path, written.length === 0 ? '\n' : written);
  };
}
