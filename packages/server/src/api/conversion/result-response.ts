/** Maps a result to its HTTP response: sent from its own file, or from the store as often as it is requested. */
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

/** A result that fills less than a block of the disk is kept in the row of its key. */
const smallBytes = 4096;

const isSmall = ({ size }: ConversionResult) => size <= smallBytes;

/** The result from its own file, which can be read after its folder is removed, however slow the client is. */
export async function openResult(
  conversion: ConversionResult,
  mime: string,
): Promise<ResultResponse<HttpResponse>> {
  const response = { status: 200, headers: fileHeaders(conversion, mime) };
  // A stream would hold as much, and read it on another thread.
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

/** The result in the store, or in the response if it is small, so that it can be sent more than once. */
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

/** Sends a response, whose stored object comes from the store. */
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

/** Every result was checked to be a plain file; a link is not followed all the same. */
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

/** The success headers (contract §3.6). */
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

/** The job result object (contract §3.7). */
function linkResponse(conversion: ConversionResult, fileUrl: string): StoredResponse {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const { report } = conversion;
  const content = { ...resultObject(storedResult(conversion), fileUrl), ...(report ? { report } : {}) };
  return { status: 200, headers, body: JSON.stringify(content) };
}

function lostResponse(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The response for this Idempotency-Key has expired. Use a new key to run the request again.',
    { details: { reason: 'answer_lost' } },
  );
}
