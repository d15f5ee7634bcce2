/** A conversion's request whose file is sent with it, or fetched from `source_url` (contract §3.8). */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { download } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import { untilClientLeaves } from './client.ts';
import { readJson } from './json.ts';
import type { MinimumThroughput } from './minimum-throughput.ts';
import { FileMissing, largestUpload, receiveUpload, type Upload } from './upload.ts';

export interface SourceServices {
  outbound: GuardedFetch;
  /** Below it an upload is given up. */
  minimumThroughput: MinimumThroughput;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
}

/** The longest time that fetching a file may take. */
const fetchMs = 60_000;

const fieldOfJson = z.union([z.string(), z.number(), z.boolean()], 'a text, a number or a boolean');
const bodyOfJson = z.record(z.string(), fieldOfJson, 'a JSON object');

/** What a request asks for, when it has no file in it. */
type Fields = Map<string, string>;

/**
 * Writes the file to `file` and returns the rest of the request, be it a form or JSON. Throws as `receiveUpload` and
 * `download` do.
 */
export async function receiveSource(
  request: FastifyRequest,
  response: ServerResponse,
  file: string,
  maxFileBytes: number,
  parts: SourceServices,
): Promise<Upload> {
  const { sourceUrl: url, ...sent } = await receiveForm(request, file, maxFileBytes, parts);
  if (url === undefined) return sent;
  const signal = AbortSignal.any([untilClientLeaves(response), parts.ending]);
  const fetched = await download(parts.outbound, { url, file, maxFileBytes, withinMs: fetchMs, signal });
  return { ...fetched, fields: sent.fields };
}

/** What was sent: with a file of some size, or with the address of one that is still to be fetched. */
export interface ReceivedForm extends Upload {
  sourceUrl?: string;
}

/** The same without fetching anything. */
export async function receiveForm(
  request: FastifyRequest,
  file: string,
  maxFileBytes: number,
  parts: Pick<SourceServices, 'minimumThroughput' | 'ending'>,
): Promise<ReceivedForm> {
  const received = isJson(request)
    ? await readFields(request)
    : await receiveMultipart(request, file, maxFileBytes, parts);
  if (!(received instanceof Map)) return received;
  const sourceUrl = received.get('source_url');
  if (sourceUrl === undefined) throw sourceMissing();
  received.delete('source_url');
  return { sourceUrl, fileName: '', size: 0, fields: received };
}

/** The most bytes that the file can have; of one that is to be fetched nothing is known yet. */
export function largestSource(request: FastifyRequest, maxFileBytes: number): number {
  return isJson(request) ? maxFileBytes : largestUpload(request.raw, maxFileBytes);
}

const isJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('application/json') === true;

/** Its fields as a form would have them: as text. */
async function readFields(request: FastifyRequest): Promise<Fields> {
  const body = await readJson(request, bodyOfJson);
  return new Map(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

async function receiveMultipart(
  { raw }: FastifyRequest,
  file: string,
  maxFileBytes: number,
  { minimumThroughput, ending }: Pick<SourceServices, 'minimumThroughput' | 'ending'>,
): Promise<Upload | Fields> {
  try {
    const upload = await receiveUpload(raw, file, { maxFileBytes, minimumThroughput, ending });
    if (upload.fields.has('source_url')) throw oneTooMany();
    return upload;
  } catch (error) {
    if (error instanceof FileMissing && error.fields.has('source_url')) return new Map(error.fields);
    throw error;
  }
}

function sourceMissing(): ServiceError {
  return badSource(
    'There is no file: send one as multipart/form-data, or name one in the field "source_url".',
  );
}

function oneTooMany(): ServiceError {
  return badSource('Send either the field "file" or the field "source_url", not both.');
}

function badSource(message: string): ServiceError {
  return new ServiceError('bad_request', message, { details: { field: 'source_url' } });
}
