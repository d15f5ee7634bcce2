/** Detects encryption in zips, OpenDocument packages, iWork documents and EPUB books. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { u16 } from './bytes.ts';
import type { ReadAt } from './file-bytes.ts';
import { readZipEntries, zipEnd, type ZipEntry } from './zip.ts';

/** The encryption of a file. */
export interface Lock {
  /**
   * Name of an encryption that Protean cannot open with a password, such as `Adobe DRM`. Undefined if a password can
   * open the file.
   */
  feature?: string;
}

/** Maximum uncompressed and compressed size of an entry that is read, in bytes. */
const [maxEntry, maxPacked] = [8 * 1024 * 1024, 1024 * 1024];

/** An entry that only encrypted iWork documents have. */
const iWorkLock = /(?:^|\/)\.iwpv2$/;

/** The algorithms that obfuscate fonts in EPUB books. Readers decode obfuscated fonts without a password. */
const fontObfuscation = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

/** Entries that identify the digital rights management (DRM) of an EPUB book. */
const rights: readonly (readonly [entry: string, feature: string])[] = [
  ['META-INF/license.lcpl', 'LCP DRM'],
  ['META-INF/sinf.xml', 'Apple DRM'],
  ['META-INF/rights.xml', 'Adobe DRM'],
];

/** Returns how a zip is encrypted, or undefined if the zip is not encrypted. `head` is the beginning of the file. */
export async function lockOfZip(head: Uint8Array, size: number, read: ReadAt): Promise<Lock | undefined> {
  // Bit 0 of the flags marks the first entry as encrypted. Even a truncated zip has the first entry.
  if (((head[6] ?? 0) & 1) === 1) return {};
  const entries = await readZipEntries({ end: await zipEnd({ size, read }), read });
  const contentOf = async (wanted: string) => {
    const entry = entries.find(({ name }) => name === wanted);
    return entry === undefined ? '' : readEntry(entry, read);
  };
  if (entries.some(({ name }) => iWorkLock.test(name))) return { feature: 'iWork encryption' };
  if (encryptsContent(await contentOf('META-INF/encryption.xml'))) {
    const [, feature = 'EPUB encryption'] =
      rights.find(([entry]) => entries.some(({ name }) => name === entry)) ?? [];
    return { feature };
  }
  const isLocked =
    entries.some(({ encrypted }) => encrypted) ||
    (await contentOf('META-INF/manifest.xml')).includes('encryption-data');
  return isLocked ? {} : undefined;
}

/**
 * Returns whether `list`, the content of `META-INF/encryption.xml` in a book, lists entries other than obfuscated
 * fonts.
 */
const encryptsContent = (list: string): boolean =>
  [...list.matchAll(/EncryptionMethod[^>]*Algorithm\s*=\s*["']([^"']*)/g)].some(
    ([, algorithm = '']) => !fontObfuscation.test(algorithm),
  );

/** Returns the content of an entry, or an empty string if it is damaged or too large. */
async function readEntry({ header, method, packed }: ZipEntry, read: ReadAt): Promise<string> {
  const local = await read(header, 30);
  if (local.length < 30 || packed > maxPacked) return '';
  const content = await read(header + 30 + u16(local, 26) + u16(local, 28), packed);
  if (method === 0) return Buffer.from(content).toString();
  const inflated = promisify(inflateRaw)(content, { maxOutputLength: maxEntry });
  return inflated.then(String).catch(() => '');
}
