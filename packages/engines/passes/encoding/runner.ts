/** Converts a text file to UTF-8, and warns if the detected encoding is a guess. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { withExitStatus } from '../../codecs/data/exit.ts';
import { InvalidData } from '../../codecs/data/values/value.ts';
import type { Step } from '../../contract/engine.ts';
import { encodingNamed } from '../../contract/encodings.ts';
import { unsupported } from '../../contract/reasons.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';
import { isBinary } from './binary.ts';
import { declaredAsUtf8, markedEncoding } from './declaration.ts';
import { decoderOf, unreadable } from './decoders.ts';
import { encodingOf, type FoundEncoding } from './detect.ts';
import { isEbcdic } from './ebcdic.ts';

async function convert(step: Step): Promise<void> {
  const { input, output, from, options } = step;
  const bytes = await readFile(input);
  const asked = options.encoding === undefined ? undefined : encodingNamed(options.encoding);
  if (asked === undefined && isEbcdic(bytes)) throw unsupported('EBCDIC text encoding');
  const found: FoundEncoding =
    asked === undefined ? encodingOf(bytes, from) : { name: markedEncoding(bytes) ?? asked, certain: true };
  const mustBeUtf8 = asked === undefined && from === 'toml';
  if (mustBeUtf8 && found.name !== 'utf-8') throw new InvalidData(`not valid ${from}: the text is not UTF-8`);
  const decoder = decoderOf(found.name);
  let [isFirst, isDamaged] = [true, false];
  const look = (text: string) => {
    if (!text.includes(unreadable)) return;
    if (mustBeUtf8) throw new InvalidData(`not valid ${from}: the text is not UTF-8`);
    if (asked !== undefined) refuse('wrong_encoding');
    isDamaged = true;
  };
  await pipeline(
    createReadStream(input, { highWaterMark: 1024 * 1024 }),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        const text = decoder.write(piece);
        look(text);
        yield isFirst ? begun(text, from) : text;
        isFirst = false;
      }
      const rest = decoder.end();
      look(rest);
      yield rest;
    },
    createWriteStream(output),
  );
  if (isDamaged && found.name === 'utf-8') warn(step, 'characters_replaced', 'invalid UTF-8');
  else if (!found.certain || isDamaged) warn(step, 'encoding_guessed', found.name);
}

/** Returns the beginning of the text without a byte order mark, and with UTF-8 as the declared encoding. */
function begun(text: string, format: string): string {
  if (isBinary(text)) throw new InvalidData('the file is binary, not text');
  return declaredAsUtf8(text.replace(/^\uFEFF/, ''), format);
}

const step = readStep();
await withExitStatus(step, () => convert(step));
