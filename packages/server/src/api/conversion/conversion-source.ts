/**
 * Receives a form and its file. The file is sent with the form, is fetched from `source_url` (contract §3.8), or was
 * uploaded before (§15.5).
 */
import type { FastifyRequest } from 'fastify';
import type { FilePart } from '../../convert/batch/batch.ts';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import { download } from '../../egress/download.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { cleanFileName, cleanFilePath } from '../../kit/file-name.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { callerBehind } from '../../http/guards/caller.ts';
import type { FormSchema } from './conversion-schemas.ts';
import { parseFields, type ConversionForm } from './form.ts';
import { maxOptionFileText } from '@protean/engines/contract/option-files.ts';
import { receiveOptionFiles } from './option-files.ts';
import { readJson } from '../../http/body/json.ts';
import {
  fileMissing,
  largestUpload,
  receiveUpload,
  type SentFile,
  type UploadLimits,
} from '../../http/body/upload.ts';

/** Provides files that were uploaded before. */
export type UploadedFiles = Pick<Uploads, 'fetch'>;

/** Fields that can be sent instead of a file. */
const sourceFields = ['source_url', 'file_id'] as const;

type SourceField = (typeof sourceFields)[number];

/** Maximum size of the JSON body of a conversion, in bytes. The body may contain files as option values. */
const maxJsonBytes = maxOptionFileText + 16 * 1024;

/** Timeout for fetching a file, in milliseconds. */
const fetchMs = 60_000;

/**
 * Receives the form in the body of `request`, which is multipart/form-data or JSON, and writes the file of the form to
 * the path `file`. Throws the errors of {@link receiveForm} and `download`.
 */
export async function receiveSource(
  request: FastifyRequest,
  file: string,
  limits: UploadLimits,
  { outbound, uploads }: { outbound: GuardedFetch; uploads: UploadedFiles },
  schema: FormSchema,
): Promise<ConversionForm> {
  const { sourceUrl: url, ...form } = await receiveForm(request, file, limits, uploads, schema, outbound);
  if (url === undefined) return form;
  const { maxFileBytes, signal } = limits;
  const fetched = await download(outbound, { url, file, maxFileBytes, withinMs: fetchMs, signal });
  return { ...form, fileName: cleanFileName(fetched.fileName), size: fetched.size };
}

/**
 * Receives the form without fetching a file from `source_url`. Throws the errors of `receiveUpload` and
 * `Uploads.fetch`.
 */
export async function receiveForm(
  request: FastifyRequest,
  file: string,
  limits: UploadLimits,
  uploads: UploadedFiles,
  schema: FormSchema,
  outbound?: GuardedFetch,
): Promise<ConversionForm> {
  const form = await receiveFields(request, file, limits, uploads, schema);
  if (schema.fileFields.length === 0) return form;
  const sources = { uploads, outbound, owner: callerBehind(request), signal: limits.signal };
  return { ...form, options: await receiveOptionFiles(form.options, `${file}-option`, sources) };
}

async function receiveFields(
  request: FastifyRequest,
  file: string,
  limits: UploadLimits,
  uploads: UploadedFiles,
  schema: FormSchema,
): Promise<ConversionForm> {
  const isMultipart = !isJson(request);
  const { fields, sent } = isMultipart
    ? await receiveUpload(request.raw, file, { ...limits, fileFields: schema.fileFields })
    : { fields: await readFields(request, schema), sent: [] };
  const { fileId, ...form } = parseFields(schema, fields);
  const sources = sourceFields.filter((name) => name in schema.named.shape);
  const [named, ...others] = sources.filter((name) => fields.has(name));
  const [first, ...more] = sent;
  if (named === undefined && !first) throw isMultipart ? fileMissing(fields) : sourceMissing(sources);
  if (named !== undefined && (first || others.length > 0)) throw oneTooMany(named, sources);
  if (more.length > 0) return { ...form, file, fileName: '', size: sizeOf(sent), parts: sent.map(partOf) };
  if (first) return { ...form, file, fileName: cleanFileName(first.fileName), size: first.size };
  if (fileId === undefined) return { ...form, file, fileName: '', size: 0 };
  const { fileName, size } = await uploads.fetch(fileId, callerBehind(request), file);
  if (size > limits.maxFileBytes) throw fileTooLarge(limits.maxFileBytes);
  return { ...form, file, fileName: cleanFileName(fileName), size, fileId };
}

const sizeOf = (files: readonly SentFile[]) => files.reduce((sum, { size }) => sum + size, 0);

const partOf = ({ fileName, size }: SentFile): FilePart => ({ name: cleanFilePath(fileName), size });

/**
 * Returns an upper bound on the file's size, in bytes. If the file is not sent with the request, the upper bound is
 * `maxFileBytes`.
 */
export function largestSource(request: FastifyRequest, maxFileBytes: number): number {
  return isJson(request) ? maxFileBytes : largestUpload(request.raw, maxFileBytes);
}

/** Returns an upper bound on the size of the file in the request body, in bytes. Returns 0 if the body is JSON. */
export function largestSent(request: FastifyRequest, maxFileBytes: number): number {
  return isJson(request) ? 0 : largestUpload(request.raw, maxFileBytes);
}

const isJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('application/json') === true;

/** Returns the fields of a JSON body as strings, like the fields of a form. */
async function readFields(request: FastifyRequest, { json }: FormSchema): Promise<Map<string, string>> {
  const body = await readJson(request, json, maxJsonBytes);
  return new Map(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

function sourceMissing(sources: readonly SourceField[]): ServiceError {
  const [field = 'file_id'] = sources;
  return badSource(
    field,
    `No file was sent. Send one as multipart/form-data, or specify one in ${either(sources)}.`,
  );
}

function oneTooMany(field: SourceField, sources: readonly SourceField[]): ServiceError {
  return badSource(field, `Provide exactly one of the field "file" and ${either(sources)}.`);
}

const either = (sources: readonly SourceField[]) => sources.map((name) => `the field "${name}"`).join(' or ');

function badSource(field: SourceField, message: string): ServiceError {
  return new ServiceError('bad_request', message, { details: { field } });
}
