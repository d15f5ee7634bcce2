/** A file name a stranger sent, made fit to be sent back: no path, no control characters, of bounded length. */

/** Bytes a name may have on common file systems, less room for the new extension. */
const maxBytes = 200;

/** May be empty when nothing sensible is left; never a path. */
export function cleanFileName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[.\s]+|\s+$/g, '');
  return shorten(plain);
}

/** Keeps the extension, which says what the file is. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const room = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    stem += character;
  }
  return stem + extension;
}

/** The Content-Disposition that saves the answer under `name`; `filename*` where plain ASCII cannot say it (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  const quoted = `attachment; filename="${ascii.replace(/["\\]/g, '\\$&')}"`;
  return ascii === name && !name.includes('%')
    ? quoted
    : `${quoted}; filename*=UTF-8''${percentEncoded(name)}`;
}

function percentEncoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
