/** Answers that carry a result: sent from its own file, or from the store as often as they are asked for. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ConversionResult } from '../../convert/result/conversion-result.ts';
import { ServiceError } from '../../errors.ts';
import { resultObject, resultOf } from '../../jobs/record.ts';
import { chunkBytes, readChunks } from '../../kit/chunks.ts';
import { keptMs, type KeptAnswer } from '../../limits/idempotency.ts';
import type { ResultObjects } from '../../storage/result-objects.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { Links } from '../../storage/links.ts';
import { attachment } from '../../kit/file-name.ts';

/** An answer to be sent. */
export interface Answer {
  answer: KeptAnswer;
  /** The result, where it is nowhere else. */
  body?: Readable | Buffer | undefined;
}

/** An answer with what it holds; disposing of it gives that up unless the answer was taken. */
export class PreparedAnswer implements AsyncDisposable {
  readonly answer: KeptAnswer;
  readonly #body: () => Answer['body'];
  readonly #discard: () => Promise<void>;
  #taken = false;

  constructor(
    answer: KeptAnswer,
    body: () => Answer['body'] = () => undefined,
    discard: () => Promise<void> = async () => {},
  ) {
    this.answer = answer;
    this.#body = body;
    this.#discard = discard;
  }

  /** Hands it over to be sent. */
  take(): Answer {
    this.#taken = true;
    return { answer: this.answer, body: this.#body() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#taken) await this.#discard();
  }
}

/** A result that fills less than a block of the disk is kept in the row of its key. */
const smallBytes = 4096;

const isSmall = ({ size }: ConversionResult) => size <= smallBytes;

/** The result from its own file, which can be read when its folder is gone, however the client behaves. */
export async function openResult(conversion: ConversionResult, mime: string): Promise<PreparedAnswer> {
  const answer = { status: 200, headers: fileHeaders(conversion, mime) };
  // A stream would hold as much, and read it on another thread.
  if (conversion.size <= chunkBytes) {
    const body = readAtOnce(conversion);
    return new PreparedAnswer(answer, () => body);
  }
  const handle = await open(conversion.file, readOnly);
  const body = () => readChunks(handle, { start: 0, end: conversion.size - 1 });
  return new PreparedAnswer(answer, body, () => handle.close());
}

/** The result in the store, or in the answer where it is small, so that it can be sent more than once. */
export async function storeResult(
  conversion: ConversionResult,
  { asLink, accountId, keepMs = keptMs }: { asLink: boolean; accountId: string | null; keepMs?: number },
  { resultObjects, links }: { resultObjects: Pick<ResultObjects, 'put' | 'remove'>; links: Links },
): Promise<PreparedAnswer> {
  const headers = fileHeaders(conversion, conversion.mime);
  if (isSmall(conversion) && !asLink) {
    const bytes = readAtOnce(conversion).toString('base64');
    return new PreparedAnswer({ status: 200, headers, bytes });
  }
  const object = await resultObjects.put(conversion.file, accountId, keepMs);
  const answer = asLink
    ? linkAnswer(conversion, links.to(object, conversion.fileName, keepMs / 1000))
    : { status: 200, headers, object };
  return new PreparedAnswer(answer, undefined, () => resultObjects.remove(object));
}

/** What was kept as an object comes from the store. */
export async function sendAnswer(
  reply: FastifyReply,
  { answer, body }: Answer,
  store: ObjectStore,
): Promise<FastifyReply> {
  return reply
    .status(answer.status)
    .headers(answer.headers)
    .send(body ?? (await bodyOf(answer, store)));
}

async function bodyOf({ body, bytes, object }: KeptAnswer, store: ObjectStore) {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  if (object === undefined) return body;
  const stored = await store.open(object);
  if (!stored) throw lostAnswer();
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
): KeptAnswer['headers'] {
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
function linkAnswer(conversion: ConversionResult, fileUrl: string): KeptAnswer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const { report } = conversion;
  const content = { ...resultObject(resultOf(conversion), fileUrl), ...(report ? { report } : {}) };
  return { status: 200, headers, body: JSON.stringify(content) };
}

function lostAnswer(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The answer to this Idempotency-Key is not there any more. Use a new key to run the request again.',
    { details: { reason: 'answer_lost' } },
  );
}
