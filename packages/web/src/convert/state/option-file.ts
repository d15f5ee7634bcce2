/** Files as values of options. The value is a data URL that contains the name of the file. */

/**
 * Maximum size in bytes of a file that is the value of an option. The service has the same maximum for files in
 * options.
 */
export const maxOptionFileBytes = 10 * 1024 * 1024;

const dataUrl = /^data:application\/octet-stream;name=([^,;]*);base64,(.+)$/;

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
