/** Results as answers: sent at once, or kept in the store to be sent more than once. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Conversion } from '../convert/converter.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { readPieces } from '../kit/pieces.ts';
import { keptMs, type Answer } from '../limits/idempotency.ts';
import type { FolderStore } from '../storage/folder.ts';
import type { Links } from '../storage/links.ts';
import type { Charge } from './conversion.ts';
import { attachment } from './file-name.ts';
import type { Keep } from './once.ts';

export interface ResultParts {
  store: FolderStore;
  links: Links;
  database: Database;
  clock: Clock;
}

export interface Outcome {
  answer: Answer;
  /** The result itself, when it is nowhere else. */
  stream?: Readable;
}

/** The result as its own stream: open, it can be read when its folder is gone, however the client behaves. */
export async function openResult(conversion: Conversion, type: string, charge: Charge): Promise<Outcome> {
  const handle = await open(conversion.file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await charge();
  } catch (error) {
    await handle.close();
    throw error;
  }
  const answer = { status: 200, headers: fileHeaders(conversion, type) };
  return { answer, stream: readPieces(handle, { start: 0, end: conversion.size - 1 }) };
}

/** The result moved into the store, charged and kept as an answer: all of it or nothing. */
export async function keepResult(
  conversion: Conversion,
  asLink: boolean,
  { store, links, database, clock }: ResultParts,
  charge: Charge,
  keep: Keep,
): Promise<Outcome> {
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
    await database.write(async (db) => {
      await charge(db);
      await keep(answer, db);
    });
  } catch (error) {
    await store.remove(object);
    throw error;
  }
  return { answer };
}

/** Sends it; what was kept comes from the store. */
export async function sendOutcome(
  reply: FastifyReply,
  { answer, stream }: Outcome,
  store: FolderStore,
): Promise<FastifyReply> {
  const { status, headers, body, object } = answer;
  const stored = object === undefined ? undefined : await store.open(object);
  if (object !== undefined && !stored) throw lostAnswer();
  return reply
    .status(status)
    .headers(headers)
    .send(stream ?? stored?.read() ?? body);
}

/** The success headers (decisions). */
function fileHeaders({ size, fileName, ms }: Conversion, type: string): Answer['headers'] {
  return {
    'Content-Type': type,
    'Content-Length': size,
    'Content-Disposition': attachment(fileName),
    'X-Conversion-Time': `${ms}ms`,
  };
}

/** The job result object (contract part 2). */
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
