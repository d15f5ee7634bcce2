/**
 * Extracts the parts of a result: the members of an archive, the text, rendered pages and attachments of a PDF, and the
 * content of base64 or hexadecimal text.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { run } from '../../samples/run.ts';

/**
 * Maximum size of a result that is unpacked, in bytes. Unpacking and searching a larger result would take longer than
 * its conversion.
 */
const most = 64 * 1024 * 1024;
/** Maximum depth of parts within parts, such as archives in archives. */
const deepest = 4;
/** Maximum number of parts that are examined in one archive, PDF or encoded text. */
const maxInside = 400;

/**
 * A part of a result. `name` is the path of the part in its archive, or states how the part was decoded, such as
 * `base64`.
 */
export interface Layer {
  name: string;
  bytes: Buffer;
}

/** Returns `body`, followed by all its parts. If `body` is too large to unpack, returns only `body`. */
export async function layersOf(body: Buffer): Promise<Layer[]> {
  if (body.length > most) return [{ name: '', bytes: body }];
  const dir = await mkdtemp(path.join(tmpdir(), 'leaks-'));
  try {
    const found: Layer[] = [];
    await collect({ name: '', bytes: body }, 0, dir, found);
    return found;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function collect(layer: Layer, depth: number, dir: string, found: Layer[]): Promise<void> {
  found.push(layer);
  if (depth === deepest || layer.bytes.length === 0) return;
  const inside = [...(await opened(layer.bytes, dir)), ...decoded(layer.bytes)].slice(0, maxInside);
  for (const { name, bytes } of inside)
    await collect({ name: `${layer.name}/${name}`, bytes }, depth + 1, dir, found);
}

async function opened(bytes: Buffer, dir: string): Promise<Layer[]> {
  const mark = bytes.subarray(0, 4).toString('latin1');
  if (mark === '%PDF') return pages(bytes, dir);
  if (mark.startsWith('PK') || mark.startsWith('7z') || isTar(bytes)) return members(bytes, dir);
  if (mark.startsWith('\x1f\x8b')) {
    try {
      return [{ name: 'gunzipped', bytes: gunzipSync(bytes, { maxOutputLength: most }) }];
    } catch {
      return [];
    }
  }
  return [];
}

const isTar = (bytes: Buffer) => bytes.subarray(257, 262).toString('latin1') === 'ustar';

async function pages(bytes: Buffer, dir: string): Promise<Layer[]> {
  const own = await mkdtemp(path.join(dir, 'pages-'));
  const file = path.join(own, 'file');
  await writeFile(file, bytes);
  const text = await run('/usr/bin/pdftotext', ['-l', '20', file, '-']).then(
    ({ stdout }) => stdout,
    () => Buffer.alloc(0),
  );
  await run('/usr/bin/pdftoppm', ['-r', '20', '-l', '3', '-png', file, path.join(own, 'page')]).catch(
    () => {},
  );
  // Extracts the files that are attached to a PDF too, because rendered pages do not show attached files.
  await run('/usr/bin/pdfdetach', ['-saveall', '-o', own, file]).catch(() => {});
  await rm(file);
  return [{ name: 'text', bytes: text }, ...(await filesBelow(own))];
}

async function members(bytes: Buffer, dir: string): Promise<Layer[]> {
  const own = await mkdtemp(path.join(dir, 'members-'));
  const file = `${own}.archive`;
  await writeFile(file, bytes);
  // Each archive is unpacked into a separate folder. bsdtar writes no files outside this folder.
  const unpack = `ulimit -f ${most / 512}; exec timeout 20 bsdtar -xf "$1" -C "$2" --no-same-permissions`;
  await run('/bin/sh', ['-c', unpack, 'sh', file, own]).catch(() => {});
  return filesBelow(own);
}

async function filesBelow(dir: string): Promise<Layer[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).slice(0, maxInside);
  const read = await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      return { name: path.relative(dir, file), bytes };
    }),
  );
  return read.filter(({ bytes }) => bytes.length <= most);
}

/**
 * Patterns of text that may be encoded bytes. Text that is too short to match a pattern cannot contain an encoded
 * secret.
 */
const runs = [
  {
    name: 'base64',
    of: /[A-Za-z0-9+/](?:[A-Za-z0-9+/]|\r?\n[ \t]*(?=[A-Za-z0-9+/])){23,}/g,
    coding: 'base64',
  },
  { name: 'base64url', of: /[\w-]{24,}/g, coding: 'base64url' },
  { name: 'hex', of: /(?:[0-9A-Fa-f]{2}[ \t]*(?:\r?\n[ \t]*)?){12,}/g, coding: 'hex' },
] as const;

/** Maximum size in bytes of a part in which encoded text is decoded. */
const maxDecoded = 8 * 1024 * 1024;

function decoded(bytes: Buffer): Layer[] {
  if (bytes.length > maxDecoded || !isText(bytes)) return [];
  const text = bytes.toString('latin1');
  const found: Layer[] = [];
  for (const { name, of, coding } of runs) {
    for (const [match] of text.matchAll(of)) {
      found.push({ name, bytes: Buffer.from(match.replaceAll(/\s/g, ''), coding) });
      if (found.length > maxInside) break;
    }
  }
  return found;
}

/**
 * Returns whether decoded bytes are text. Without the check for text, random bytes would be decoded again and again.
 */
function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096);
  let odd = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32)) odd += 1;
  return odd * 20 < start.length;
}
