/**
 * Maps a result to its HTTP response. A response that is sent once comes from the result's file. A response that may be
 * repeated comes from the object store.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ConversionResult } from '../../convert/result/conversion-result.ts';
import { resultObject, storedResult } from '../../convert/result/stored-result.ts';
import { ResultResponse } from '../../charged-conversion.ts';
import { ServiceError } from '../../errors.ts';
import { chunkBytes, readChunks } from '../../kit/chunks.ts';
import { keptMs, type StoredResponse } from '../../limits/idempotency.ts';
import type { ResultObjects } from '../../storage/result-objects.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { Links } from '../../storage/links.ts';
import { attachment } from '../../kit/file-name.ts';

/** A response to send. */
export interface HttpResponse extends Omit<StoredResponse, 'body'> {
  body?: string | Buffer | Readable;
}

/**
 * Maximum size of a small result, in bytes. If a request has an idempotency key, its small result is stored
 * in the key's database row. As a separate object, a small result would use a whole disk block.
 */
const smallBytes = 4096;

const isSmall = ({ size }: ConversionResult) => size <= smallBytes;

/**
 * Returns a response with the content of a small result, or with the open file of a larger result. The open file stays
 * readable after its folder is removed, so a slow client still receives it.
 */
export async function openResult(
  conversion: ConversionResult,
  mime: string,
): Promise<ResultResponse<HttpResponse>> {
  const response = { status: 200, headers: fileHeaders(conversion, mime) };
  // Reads a small file into one buffer, synchronously. A stream would not save memory, because the buffer of a stream
  // is as large as a small file, and would add a switch to another thread.
  if (conversion.size <= chunkBytes) {
    const body = readAtOnce(conversion);
    return new ResultResponse({ open: () => ({ ...response, body }) });
  }
  const handle = await open(conversion.file, readOnly);
  return new ResultResponse({
    open: () => ({ ...response, body: readChunks(handle, { start: 0, end: conversion.size - 1 }) }),
    discard: () => handle.close(),
  });
}

/**
 * Stores the result, so that the response can be sent repeatedly. The stored response contains the result if the result
 * is small and is not sent as a link. A large result, or a result that is sent as a link, is stored as an object.
 */
export async function storeResult(
  conversion: ConversionResult,
  { asLink, accountId, keepMs = keptMs }: { asLink: boolean; accountId: string | null; keepMs?: number },
  { resultObjects, links }: { resultObjects: Pick<ResultObjects, 'put' | 'remove'>; links: Links },
): Promise<ResultResponse<HttpResponse>> {
  const headers = fileHeaders(conversion, conversion.mime);
  if (isSmall(conversion) && !asLink) {
    const stored = { status: 200, headers, bytes: readAtOnce(conversion).toString('base64') };
    return new ResultResponse({ stored, open: () => stored });
  }
  const object = await resultObjects.put(conversion.file, accountId, keepMs);
  const stored = asLink
    ? linkResponse(conversion, links.to(object, conversion.fileName, keepMs / 1000))
    : { status: 200, headers, object };
  return new ResultResponse({ stored, open: () => stored, discard: () => resultObjects.remove(object) });
}

/** Sends a response. If the body of the response is a stored object, reads the object from `store`. */
export async function sendResponse(
  reply: FastifyReply,
  response: HttpResponse,
  store: ObjectStore,
): Promise<FastifyReply> {
  return reply
    .status(response.status)
    .headers(response.headers)
    .send(await bodyOf(response, store));
}

async function bodyOf({ body, bytes, object }: HttpResponse, store: ObjectStore) {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  if (object === undefined) return body;
  const stored = await store.open(object);
  if (!stored) throw lostResponse();
  return stored.read();
}

/**
 * Flags for opening a result without following symbolic links. Results were already checked to be plain files, so these
 * flags are a second safeguard.
 */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW;

function readAtOnce({ file, size }: ConversionResult): Buffer {
  const fd = openSync(file, readOnly);
  try {
    const buffer = Buffer.alloc(size);
    return buffer.subarray(0, readSync(fd, buffer, 0, size, 0));
  } finally {
    closeSync(fd);
  }
}

/** Headers of a successful conversion (contract §3.6). */
function fileHeaders(
  { size, fileName, ms, warnings }: ConversionResult,
  mime: string,
): StoredResponse['headers'] {
  const codes = warnings.map(({ code }) => code).join(', ');
  return {
    'Content-Type': mime,
    'Content-Length': size,
    'Content-Disposition': attachment(fileName),
    'X-Conversion-Time': `${ms}ms`,
    ...(codes === '' ? {} : { 'X-Conversion-Warnings': codes }),
  };
}

/** Returns a JSON response with a link to the result, in the form of a job's result (contract §3.7). */
function linkResponse(conversion: ConversionResult, fileUrl: string): StoredResponse {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const { report } = conversion;
  const content = { ...resultObject(storedResult(conversion), fileUrl), ...(report ? { report } : {}) };
  return { status: 200, headers, body: JSON.stringify(content) };
}

function lostResponse(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The response for this Idempotency-Key is no longer stored. Use a new key to run the request again.',
    { details: { reason: 'answer_lost' } },
  );
}
