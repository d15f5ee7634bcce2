/** A file from an address that a stranger names (`source_url`), written to disk as it comes (contract §3.8). */
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTooLarge, ServiceError } from '../errors.ts';
import { EgressError, type GuardedFetch } from './outbound.ts';

/** Hops from one address to the next; each is looked at like the first. */
const maxRedirects = 5;

const headers = { 'User-Agent': 'Service-Fetch/1.0', Accept: '*/*', 'Accept-Encoding': 'identity' };

export interface Download {
  /** The last part of the address that the file came from; may be empty, is never to be trusted. */
  fileName: string;
  /** Bytes written. */
  size: number;
}

interface DownloadRequest {
  url: string;
  /** Where to write; there is nothing yet. */
  file: string;
  maxFileBytes: number;
  /** The longest time it may take. */
  withinMs: number;
  /** Ends it, for whatever reason it gives. */
  signal: AbortSignal;
}

/**
 * Throws `bad_request` naming `source_url` when it cannot be had, or not in time, or is empty, `file_too_large` above
 * `maxFileBytes` (exactly that many pass), the signal's reason when it aborts.
 */
export async function download(
  outbound: GuardedFetch,
  { withinMs, signal: givenUp, ...request }: DownloadRequest,
): Promise<Download> {
  const late = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([givenUp, late]);
  try {
    return await fetchFile(outbound, { ...request, signal });
  } catch (error) {
    throw late.aborted && error === late.reason ? unreachable(`timeout after ${withinMs / 1000} s`) : error;
  }
}

async function fetchFile(
  outbound: GuardedFetch,
  { url, file, maxFileBytes, signal }: Omit<DownloadRequest, 'withinMs'>,
): Promise<Download> {
  try {
    const found = await follow(outbound, url, signal);
    if (found.announced > maxFileBytes) {
      found.body.destroy();
      throw fileTooLarge(maxFileBytes);
    }
    const size = await write(found.body, file, maxFileBytes, signal);
    if (size === 0) throw emptyFile();
    return { fileName: nameIn(found.address), size };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof EgressError ? unreachable(error.reason, error) : error;
  }
}

/** Throws what {@link download} would for an address that cannot be had, as far as can be told now. */
export async function checkSource(outbound: GuardedFetch, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    throw error instanceof EgressError ? unreachable(error.reason, error) : error;
  }
}

interface DownloadResponse {
  address: URL;
  body: Readable;
  /** Bytes by the Content-Length; 0 where there is none. */
  announced: number;
}

async function follow(outbound: GuardedFetch, url: string, signal: AbortSignal): Promise<DownloadResponse> {
  let next = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const address = await outbound.check(next);
    const {
      statusCode,
      headers: answered,
      body,
    } = await outbound.request(address, { method: 'GET', headers, signal });
    if (statusCode === 200) return { address, body, announced: Number(answered['content-length'] ?? 0) };
    body.destroy();
    const { location } = answered;
    if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') {
      throw unreachable(`HTTP ${statusCode}`);
    }
    next = URL.canParse(location, address.href) ? new URL(location, address.href).href : location;
  }
  throw unreachable('too many redirects');
}

async function write(body: Readable, file: string, most: number, signal: AbortSignal): Promise<number> {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? fileTooLarge(most) : null, chunk);
    },
  });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(body, counted, output, { signal });
  } catch (error) {
    if (error instanceof ServiceError || isDiskError(error)) throw error;
    throw unreachable('connection failed', error);
  }
  return size;
}

const isDiskError = (error: unknown) => {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === 'write' || syscall === 'open';
};

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function emptyFile(): ServiceError {
  return new ServiceError('bad_request', 'The file at "source_url" is empty.', {
    details: { field: 'source_url', reason: 'empty_file' },
  });
}

function unreachable(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_request', `The file could not be fetched from "source_url": ${reason}.`, {
    details: { field: 'source_url', reason },
    cause,
  });
}
