/** Cleans file names sent by callers, and writes the Content-Disposition header of responses. */
import contentDisposition from 'content-disposition';

/** Maximum length in bytes. Common file systems allow 255 bytes. This maximum leaves 55 bytes for a new extension. */
const maxBytes = 200;

/**
 * Returns `name` without folders, leading dots and control characters, as at most 200 bytes of UTF-8. The returned name
 * may be empty.
 */
export function cleanFileName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[.\s]+|\s+$/g, '');
  return shorten(plain);
}

/**
 * Returns `name` with its folders. Cleans each folder name and the file name with {@link cleanFileName}. Removes drive
 * letters, a leading `/` and `..`, so that the path stays within its folder. The returned path may be empty.
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

/** Shortens a name but keeps its extension, which identifies the format. */
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

/**
 * Returns the Content-Disposition that makes clients save a response under `name`. `name` must not be empty (contract
 * §3.6).
 */
export function attachment(name: string): string {
  // Uses an ASCII fallback name. The fallback name of the library content-disposition is in Latin-1, which some clients
  // cannot decode.
  return contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
