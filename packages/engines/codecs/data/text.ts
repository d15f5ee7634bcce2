/** Decodes text files. An engine always receives text files in UTF-8. */
import { InvalidData } from './values/value.ts';

/** Returns the text without its byte order mark. @throws {@link InvalidData} for binary content. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new InvalidData('the file is binary, not text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InvalidData('the text is not valid UTF-8', { cause: error });
  }
}

/**
 * Returns a text such as `line 2, column 5` for an offset, for error messages. Lines and columns are counted from 1.
 */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
