/** Results as answers: sent at once, or kept in the store to be sent more than once. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Conversion } from '../convert/converter.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { readChunks } from '../kit/chunks.ts';
import { keptMs, type KeptAnswer } from '../limits/idempotency.ts';
import type { FolderStore } from '../storage/folder.ts';
import type { Links } from '../storage/links.ts';
import type { Charge } from './conversion.ts';
import { attachment } from './file-name.ts';
import type { KeepAnswer } from './idempotency.ts';

export interface ResultServices {
  store: FolderStore;
  links: Links;
  database: Database;
  clock: Clock;
}

export interface ResultAnswer {
  answer: KeptAnswer;
  /** The result itself, when it is nowhere else. */
  body?: Readable | Buffer;
}

/** A result that fills less than a block of the disk is sent from memory and kept in the row of its key. */
const smallBytes = 4096;

const isSmall = ({ size }: Conversion) => size <= smallBytes;

/** The result itself: once it is opened it can be read when its folder is gone, however the client behaves. */
export async function openResult(
  conversion: Conversion,
  type: string,
  charge: Charge,
): Promise<ResultAnswer> {
  const answer = { status: 200, headers: fileHeaders(conversion, type) };
  if (isSmall(conversion)) {
    const body = await readSmall(conversion);
    await charge();
    return { answer, body };
  }
  const handle = await open(conversion.file, readOnly);
  try {
    await charge();
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { answer, body: readChunks(handle, { start: 0, end: conversion.size - 1 }) };
}

/** The result kept, charged and kept as an answer: all of it or nothing. */
export async function keepResult(
  conversion: Conversion,
  asLink: boolean,
  parts: ResultServices,
  charge: Charge,
  keep: KeepAnswer,
): Promise<ResultAnswer> {
  const settle = (answer: KeptAnswer) =>
    parts.database.write(async (db) => {
      await charge(db);
      await keep(answer, db);
    });
  if (isSmall(conversion) && !asLink) {
    const bytes = (await readSmall(conversion)).toString('base64');
    const answer = { status: 200, headers: fileHeaders(conversion, conversion.mime), bytes };
    await settle(answer);
    return { answer };
  }
  const { store, links, clock } = parts;
  const object = store.newName(clock.now() + keptMs);
  await store.put(conversion.file, object);
  const answer = asLink
    ? {
        status: 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify(resultObject(conversion, links.to(object, conversion.fileName, keptMs / 1000))),
      }
    : { status: 200, headers: fileHeaders(conversion, conversion.mime), object };
  try {
    await settle(answer);
  } catch (error) {
    await store.remove(object);
    throw error;
  }
  return { answer };
}

/** Sends it; what was kept as an object comes from the store. */
export async function sendOutcome(
  reply: FastifyReply,
  { answer, body }: ResultAnswer,
  store: FolderStore,
): Promise<FastifyReply> {
  return reply
    .status(answer.status)
    .headers(answer.headers)
    .send(body ?? (await bodyOf(answer, store)));
}

async function bodyOf({ body, bytes, object }: KeptAnswer, store: FolderStore) {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  if (object === undefined) return body;
  const stored = await store.open(object);
  if (!stored) throw lostAnswer();
  return stored.read();
}

/** What is there is a plain file, which its step's result was checked to be; a link is not followed all the same. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW;

async function readSmall({ file, size }: Conversion): Promise<Buffer> {
  const handle = await open(file, readOnly);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The success headers (contract §3.6). */
function fileHeaders({ size, fileName, ms }: Conversion, type: string): KeptAnswer['headers'] {
  return {
    'Content-Type': type,
    'Content-Length': size,
    'Content-Disposition': attachment(fileName),
    'X-Conversion-Time': `${ms}ms`,
  };
}

/** The job result object (contract §3.7). */
function resultObject({ size, ms, route }: Conversion, fileUrl: string) {
  return {
    file_url: fileUrl,
    size,
    duration_ms: ms,
    source_format: route.source,
    target_format: route.target,
  };
}

function lostAnswer(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The answer to this Idempotency-Key is not there any more. Use a new key to run the request again.',
    { details: { reason: 'answer_lost' } },
  );
}
