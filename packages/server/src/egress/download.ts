/** Downloads the file of a `source_url` to disk (contract §3.8). */
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTooLarge, ServiceError } from '../errors.ts';
import { freeBuffers } from '../kit/concurrency/free-buffers.ts';
import { EgressError, type GuardedFetch } from './outbound.ts';

/** Maximum number of redirects. The URL of each redirect is checked like the first URL. */
const maxRedirects = 5;

const headers = { 'User-Agent': 'Service-Fetch/1.0', Accept: '*/*', 'Accept-Encoding': 'identity' };

export interface Download {
  /** Last segment of the final URL. The file name may be empty, and must not be trusted. */
  fileName: string;
  /** Number of bytes written to the file. */
  size: number;
}

interface DownloadRequest {
  url: string;
  /** Path at which the downloaded file is written. The path must not exist yet. */
  file: string;
  maxFileBytes: number;
  /** Timeout in milliseconds. */
  withinMs: number;
  /** Aborts the download, which then throws the signal's reason. */
  signal: AbortSignal;
}

/**
 * Downloads the file. Throws `bad_request` for the field `source_url` if the file cannot be fetched in time or is
 * empty. Throws `file_too_large` above `maxFileBytes` (a file of exactly this size is accepted). Throws the signal's
 * reason on abort.
 */
export async function download(
  outbound: GuardedFetch,
  { withinMs, signal: aborted, ...request }: DownloadRequest,
): Promise<Download> {
  const late = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([aborted, late]);
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
    if (found.contentLength > maxFileBytes) {
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

/**
 * Checks a URL before its download. If the address is not allowed or the host name does not resolve now, throws the
 * error that {@link download} would throw.
 */
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
  /** Value of the Content-Length header, in bytes. The content length is 0 if the response has no such header. */
  contentLength: number;
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
    if (statusCode === 200) return { address, body, contentLength: Number(answered['content-length'] ?? 0) };
    body.destroy();
    const { location } = answered;
    if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') {
      throw unreachable(`HTTP ${statusCode}`);
    }
    next = URL.canParse(location, address.href) ? new URL(location, address.href).href : location;
  }
  throw unreachable('too many redirects');
}

async function write(body: Readable, file: string, maxBytes: number, signal: AbortSignal): Promise<number> {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? fileTooLarge(maxBytes) : null, chunk);
    },
  });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(freeBuffers(body), counted, output, { signal });
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
  return new ServiceError('bad_request', `The file at "source_url" could not be downloaded: ${reason}.`, {
    details: { field: 'source_url', reason },
    cause,
  });
}
