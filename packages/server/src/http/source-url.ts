/** Receives a form whose file is sent with it, or is fetched from its `source_url` (contract §3.8). */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { download } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import { cleanFileName } from './file-name.ts';
import { conversionForm, type ConversionForm } from './form.ts';
import { readJson } from './json.ts';
import { FileMissing, largestUpload, receiveUpload, type UploadLimits } from './upload.ts';

/** The longest time that fetching a file may take. */
const fetchMs = 60_000;

const fieldOfJson = z.union([z.string(), z.number(), z.boolean()], 'a text, a number or a boolean');
const bodyOfJson = z.record(z.string(), fieldOfJson, 'a JSON object');

/** The form of `request`, as multipart/form-data or JSON, its file at `file`. Throws as {@link receiveForm} and `download` do. */
export async function receiveSource(
  request: FastifyRequest,
  file: string,
  limits: UploadLimits,
  outbound: GuardedFetch,
): Promise<ConversionForm> {
  const { sourceUrl: url, ...form } = await receiveForm(request, file, limits);
  if (url === undefined) return form;
  const { maxFileBytes, signal } = limits;
  const fetched = await download(outbound, { url, file, maxFileBytes, withinMs: fetchMs, signal });
  return { ...form, fileName: cleanFileName(fetched.fileName), size: fetched.size };
}

/** The same without fetching a file that is named by its URL. Throws as `receiveUpload` does. */
export async function receiveForm(
  request: FastifyRequest,
  file: string,
  limits: UploadLimits,
): Promise<ConversionForm> {
  const received = isJson(request)
    ? await readFields(request)
    : await receiveMultipart(request, file, limits);
  if (!(received instanceof Map)) return received;
  const sourceUrl = received.get('source_url');
  if (sourceUrl === undefined) throw sourceMissing();
  received.delete('source_url');
  return { ...conversionForm({ file, fileName: '', size: 0 }, received), sourceUrl };
}

/** The most bytes that the file can have; of one that is to be fetched nothing is known yet. */
export function largestSource(request: FastifyRequest, maxFileBytes: number): number {
  return isJson(request) ? maxFileBytes : largestUpload(request.raw, maxFileBytes);
}

const isJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('application/json') === true;

/** The fields of a JSON body, as text like those of a form. */
async function readFields(request: FastifyRequest): Promise<Map<string, string>> {
  const body = await readJson(request, bodyOfJson);
  return new Map(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

/** The form, or only its fields where a URL stands for the file. */
async function receiveMultipart(
  { raw }: FastifyRequest,
  file: string,
  limits: UploadLimits,
): Promise<ConversionForm | Map<string, string>> {
  try {
    const form = await receiveUpload(raw, file, limits);
    if (form.options['source_url'] !== undefined) throw oneTooMany();
    return form;
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
