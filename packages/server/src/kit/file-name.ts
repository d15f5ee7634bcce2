/** Cleans the file names that callers send, and writes them into the Content-Disposition of answers. */
import contentDisposition from 'content-disposition';

/** Common file systems allow 255 bytes; the new extension needs some of them. */
const maxBytes = 200;

/** `name` without folders, leading dots and control characters, at most 200 bytes of UTF-8; possibly empty. */
export function cleanFileName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[.\s]+|\s+$/g, '');
  return shorten(plain);
}

/**
 * `name` with its folders, each cleaned as {@link cleanFileName} does; without drive letters, a leading `/` and `..`, so
 * that it stays within any folder. Possibly empty.
 */
export function cleanFilePath(name: string): string {
  const parts = name
    .replace(/^[A-Za-z]:/, '')
    .replaceAll('\\', '/')
    .split('/');
  return parts
    .map(cleanFileName)
    .filter((part) => part !== '')
    .join('/');
}

/** Keeps the extension, by which programs know the format. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const maxStem = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxStem) break;
    stem += character;
  }
  return stem + extension;
}

/** The Content-Disposition that saves an answer under `name`, which is not empty (contract §3.6). */
export function attachment(name: string): string {
  // The fallback of the library itself is Latin-1, which not every client decodes.
  return contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
