/** The input file of a tool: fetched from a URL, uploaded earlier, or sent in an argument (contract §13.6). */
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { download } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import { ServiceError } from '../errors.ts';
import { cleanFileName } from '../kit/file-name.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { decodeContent } from './base64.ts';

const text = (description: string) => z.string('a text').min(1, 'a text').optional().describe(description);

/** Arguments of a tool call that specify the input file. Exactly one of these arguments is required. */
export const sourceArguments = {
  source_url: text('A public URL.'),
  file_id: text('From create_upload.'),
  base64_content: text('At most 1 MB decoded.'),
};

type SourceName = keyof typeof sourceArguments;
const sourceNames = Object.keys(sourceArguments) as SourceName[];

export type SourceArguments = Readonly<Partial<Record<SourceName, string | undefined>>>;

interface Source {
  from: SourceName;
  value: string;
}

/** Returns the source that the arguments specify. Throws `bad_request` unless exactly one argument is given. */
export function soleSource(given: SourceArguments): Source {
  const named = sourceNames.flatMap((from) => {
    const value = given[from];
    return value === undefined ? [] : [{ from, value }];
  });
  const [source, other] = named;
  if (source && !other) return source;
  throw new ServiceError('bad_request', `Provide exactly one of ${sourceNames.join(', ')}.`, {
    details: { field: other?.from ?? 'source_url', allowed: sourceNames },
  });
}

export interface ReceivedSource {
  /** File name from the caller or the URL, without folders. The name may be empty. */
  fileName: string;
  /** Size in bytes. */
  size: number;
}

interface ReceiveOptions {
  /** Path at which the file is written. */
  file: string;
  /** File name that the caller specifies. */
  fileName: string | undefined;
  maxFileBytes: number;
  /** Timeout for fetching, in milliseconds. */
  withinMs: number;
  signal: AbortSignal;
  outbound: GuardedFetch;
  uploads: Uploads;
  /** Owner of the uploads that may be used. */
  owner: string;
}

/**
 * Receives the file. Throws `bad_request` if the file does not exist, `file_too_large` for a file above the limit, or
 * the signal's reason.
 */
export async function receiveFile({ from, value }: Source, options: ReceiveOptions): Promise<ReceivedSource> {
  const { file, fileName = '', maxFileBytes, withinMs, signal, outbound, uploads, owner } = options;
  if (from === 'source_url') {
    const fetched = await download(outbound, { url: value, file, maxFileBytes, withinMs, signal });
    return { fileName: cleanFileName(fileName || fetched.fileName), size: fetched.size };
  }
  if (from === 'file_id') {
    const uploaded = await uploads.fetch(value, owner, file);
    return { fileName: cleanFileName(fileName || uploaded.fileName), size: uploaded.size };
  }
  const bytes = decodeContent(value);
  await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  return { fileName: cleanFileName(fileName), size: bytes.length };
}

/**
 * Returns the maximum size in bytes of the file to receive. Returns 0 for an upload, because its file is already on the
 * disk.
 */
export function largestFile({ from, value }: Source, maxFileBytes: number): number {
  if (from === 'file_id') return 0;
  return from === 'base64_content' ? Math.ceil((value.length / 4) * 3) : maxFileBytes;
}
