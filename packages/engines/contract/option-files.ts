/**
 * Files as values of options, such as the picture of a stamp. Inside the service, the value contains the file as a data
 * URL. The data URL is treated like every other option value: it is encrypted in jobs, sent to workers, and included in
 * fingerprints.
 */

/** Maximum total size of the files in the options of one request, in bytes. */
export const maxOptionFileBytes = 10 * 1024 * 1024;

/**
 * Maximum number of characters in the data URL of one file: the base64 content, plus 4096 characters for the media type
 * and the name.
 */
export const maxOptionFileText = Math.ceil((maxOptionFileBytes * 4) / 3) + 4096;

export interface OptionFile {
  /** File name given by the caller, without folders. The file name may be empty. */
  name: string;
  content: Buffer;
}

/** Matches a data URL, a web URL, or the id of an upload. */
export const optionFileReference = /^data:.+$|^https?:.+$|^[0-9a-fA-F]{8}.{28}$/;

const dataUrl = /^data:[^,;]*(?:;name=([^,;]*))?(?:;[^,;]*)*;base64,([A-Za-z0-9+/]*={0,2})$/;

export function dataUrlOf({ name, content }: OptionFile): string {
  return `data:application/octet-stream;name=${encodeURIComponent(name)};base64,${content.toString('base64')}`;
}

/** Returns the file in a data URL, or undefined if the URL is malformed. */
export function optionFileIn(url: string): OptionFile | undefined {
  const [, name = '', content] = dataUrl.exec(url) ?? [];
  if (content === undefined) return undefined;
  try {
    return { name: decodeURIComponent(name), content: Buffer.from(content, 'base64') };
  } catch {
    return undefined;
  }
}
