/**
 * Detects the format of a file with the same detection table as the server. If the result is uncertain, asks the server
 * for the format.
 */
import { contradicts, detectIn, formatByName } from '@protean/formats/detection/detect.ts';
import { format, formatOfFileName } from '@protean/formats';
import type { Format, Trait } from '@protean/formats/format.ts';
import { absentTraits, headBytes } from './absent-traits.ts';
import type { Item } from './item.ts';
import { readerOf } from './reader.ts';

export interface Found {
  format: Format | undefined;
  /** Extension in the file name, if the content has another format. */
  misnamed?: string;
  /** Traits that files of this format can have, but this file does not have. */
  absent?: readonly Trait[];
}

export async function recognise(item: Item, base: string): Promise<Found> {
  const found: Found = 'file' in item.source ? await inPage(item.source.file) : { format: undefined };
  const known = found.format ?? (await byServer(item, base));
  return { ...found, format: known, absent: known ? await absentIn(item, known) : [] };
}

async function absentIn({ source }: Item, { ext }: Format): Promise<readonly Trait[]> {
  if (!('file' in source)) return [];
  return absentTraits(ext, new Uint8Array(await source.file.slice(0, headBytes).arrayBuffer()));
}

async function inPage(file: File): Promise<Found> {
  const detection = await detectIn({ size: file.size, read: readerOf(file) });
  const named = formatByName(file.name, detection);
  if (named && !contradicts(named, detection)) return { format: named };
  if (!detection.certain) return { format: undefined };
  const ext = file.name.split('.').at(-1) ?? '';
  return { format: detection.format, ...(named ? { misnamed: ext } : {}) };
}

/** Number of bytes sent for detection. The server needs only the beginning of the file. */
const sentBytes = 1024 * 1024;

async function byServer({ source, name }: Item, base: string): Promise<Format | undefined> {
  const form = new FormData();
  if ('file' in source) form.append('file', source.file.slice(0, sentBytes), name);
  const response = await fetch(`${base}v1/detect`, {
    method: 'POST',
    ...('url' in source
      ? {
          body: JSON.stringify({ source_url: source.url }),
          headers: { 'Content-Type': 'application/json' },
        }
      : { body: form }),
  }).catch(() => undefined);
  if (!response?.ok) return 'url' in source ? formatOfFileName(name) : undefined;
  const { format: ext } = (await response.json()) as { format: string };
  return format(ext);
}
