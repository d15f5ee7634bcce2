/**
 * Newline-delimited JSON. A list is written with one member per line. A list that is the only member of a map is
 * written without the map. Any value that is not a list is written as one line.
 */
import type { Codec } from '../codec.ts';
import { readJson, writeJson } from './json.ts';
import { unwrap } from '../values/table.ts';
import { decodeText } from '../text.ts';
import { InvalidData, isList, type Value } from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) =>
    decodeText(bytes)
      .split('\n')
      .flatMap((line, n) => (line.trim() === '' ? [] : [readLine(line, n + 1)])),
  write: (value) => {
    const inner = unwrap(value);
    return (isList(inner) ? inner : [value])
      .map((member) => `${writeJson(member, { indent: 0 })}\n`)
      .join('');
  },
};

function readLine(line: string, number: number): Value {
  try {
    return readJson(line);
  } catch (error) {
    throw new InvalidData(`line ${number}: ${(error as Error).message}`, { cause: error });
  }
}
