/** Parses, validates and writes the headers of resumable uploads (tus 1.0.0, contract §15.6). */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { UploadProgress } from '../../uploads/resumable.ts';

const version = '1.0.0';

/** Headers of every response in the tus protocol. */
export const tusResponseHeaders = { 'Tus-Resumable': version, 'Tus-Version': version };
export const tusExtensions = 'creation,creation-with-upload,expiration,termination';
export const partType = 'application/offset+octet-stream';

const headerOf = ({ headers }: FastifyRequest, name: string) => headers[name.toLowerCase()]?.toString();

/** Returns whether the request uses tus, in any version. */
export function speaksTus(request: FastifyRequest): boolean {
  return headerOf(request, 'Tus-Resumable') !== undefined;
}

/** Throws 412 unless the request uses the supported version of tus. */
export function requireTus(request: FastifyRequest): void {
  if (headerOf(request, 'Tus-Resumable') === version) return;
  throw badHeader('Tus-Resumable', version, 412);
}

/**
 * Returns the announced size of an upload, in bytes. Throws 400 if no size is announced or an unsupported header is
 * sent.
 */
export function announcedLength(request: FastifyRequest): number {
  for (const name of ['Upload-Defer-Length', 'Upload-Concat'])
    if (headerOf(request, name) !== undefined) throw badHeader(name, 'omitted: it is not supported');
  return wholeNumber(request, 'Upload-Length', 1);
}

/** Returns the offset at which the request appends a part to an upload, in bytes. */
export function partOffset(request: FastifyRequest): number {
  return wholeNumber(request, 'Upload-Offset', 0);
}

export function carriesPart(request: FastifyRequest): boolean {
  return headerOf(request, 'Content-Type') === partType;
}

/** Throws 415 unless the body is declared as a part of a file. */
export function requirePart(request: FastifyRequest): void {
  if (!carriesPart(request)) throw badHeader('Content-Type', partType, 415);
}

/** Returns the metadata that the client sends about the uploaded file. */
export function announcedMetadata(request: FastifyRequest): { metadata: string; fileName: string } {
  const metadata = headerOf(request, 'Upload-Metadata') ?? '';
  const values = parseMetadata(metadata);
  return { metadata, fileName: values.get('filename') ?? values.get('name') ?? '' };
}

export function progressHeaders({ offset, length, metadata, expiresAt }: UploadProgress) {
  return {
    'Upload-Offset': offset,
    'Upload-Length': length,
    ...(metadata === '' ? {} : { 'Upload-Metadata': metadata }),
    'Upload-Expires': expiryText(expiresAt),
  };
}

export const expiryText = (time: number) => new Date(time).toUTCString();

/** A key of ASCII characters other than space and comma, and an optional base64 value. */
const metadataPair = /^ *([!-+\--~]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;

function parseMetadata(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (text === '') return values;
  for (const pair of text.split(',')) {
    const [, key, value = ''] = metadataPair.exec(pair) ?? [];
    if (key === undefined || values.has(key))
      throw badHeader(
        'Upload-Metadata',
        'comma-separated pairs of a key and a base64 value, with unique keys',
      );
    values.set(key, Buffer.from(value, 'base64').toString());
  }
  return values;
}

function wholeNumber(request: FastifyRequest, name: string, minimum: number): number {
  const text = headerOf(request, name) ?? '';
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (number < minimum) throw badHeader(name, `a whole number of bytes from ${minimum}`);
  return number;
}

function badHeader(field: string, allowed: string, status = 400): ServiceError {
  return new ServiceError('bad_request', `The header "${field}" must be ${allowed}.`, {
    status,
    details: { field, allowed },
  });
}
