/** Files as values of options. The value of the option is a data URL that contains the name of the file. */
import type { Source } from './item.ts';

/**
 * Maximum size in bytes of a file that is the value of an option. The service applies the same maximum as this page.
 */
export const maxOptionFileBytes = 10 * 1024 * 1024;

const dataUrl = /^data:application\/octet-stream;name=([^,;]*);base64,(.+)$/;

/**
 * Divides the files that the user adds on a page whose task needs two files: the file to convert, and the file of an
 * option. `hasFirst` is true if the file to convert was added earlier. A file that is too large for an option is not
 * the second file.
 */
export function withoutSecondFile<Added extends { source: Source }>(
  files: readonly Added[],
  hasFirst: boolean,
): { others: readonly Added[]; second?: File } {
  const at = hasFirst ? 0 : 1;
  const source = files[at]?.source;
  if (!source || !('file' in source) || source.file.size > maxOptionFileBytes) return { others: files };
  return { others: files.toSpliced(at, 1), second: source.file };
}

/** Returns the data URL of a file. */
export async function optionFileOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A function call can have only a limited number of arguments, so the string is built in slices.
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:application/octet-stream;name=${encodeURIComponent(file.name)};base64,${btoa(text)}`;
}

/** Returns the file that a data URL contains, or undefined if the value is other text. */
export function fileIn(value: string): File | undefined {
  const [, name = '', content] = dataUrl.exec(value) ?? [];
  if (content === undefined) return undefined;
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  return new File([bytes], decodeURIComponent(name));
}
