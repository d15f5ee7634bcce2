/** Reads request bodies that fit in memory: JSON and short forms. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError, type ErrorDetails } from '../../errors.ts';
import { enforceBodyThroughput, type MinimumThroughput } from '../connections/minimum-throughput.ts';
import { ClientGone } from '../connections/client.ts';
import { parsing, schemaError } from '../schema-errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Clients that send a body with a lower throughput are rejected. */
    minimumThroughput: MinimumThroughput;
  }
}

/** Maximum size of a request body, in bytes. Endpoints that accept files have other limits. */
const maxBytes = 16 * 1024;

/**
 * Parses the JSON body and validates it with `schema`. If the body is invalid, throws `bad_request` with the name of
 * the field and the values that the schema allows.
 */
export async function readJson<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  most = maxBytes,
): Promise<z.output<Schema>> {
  const { success, data, error } = schema.safeParse(await readJsonBody(request, most), parsing);
  if (!success) throw schemaError(error, schema, 'field');
  return data;
}

/**
 * Parses a JSON body. A missing body counts as `{}`. Throws `bad_request` if the body is not valid JSON, and
 * the errors of {@link readBytes}.
 */
export async function readJsonBody(request: FastifyRequest, most = maxBytes): Promise<unknown> {
  const bytes = await readBytes(request, most);
  return bytes.length === 0 ? {} : parse(request, bytes);
}

/** Reads the whole body. Throws `bad_request` if the body is longer than `most` bytes or arrives too slowly (408). */
export async function readBytes({ raw, server }: FastifyRequest, most: number): Promise<Buffer> {
  const slow = Promise.withResolvers<never>();
  const stopWatching = enforceBodyThroughput(raw, server.minimumThroughput, slow.reject);
  try {
    return await Promise.race([collect(raw, most), slow.promise]);
  } finally {
    stopWatching();
  }
}

async function collect(raw: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw badBody(`The body is longer than ${most} bytes.`, { limit: most });
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ClientGone();
  }
  return Buffer.concat(chunks);
}

function parse({ headers }: FastifyRequest, bytes: Buffer): unknown {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw badBody('Send the body as JSON, with "Content-Type: application/json".', {
      field: 'Content-Type',
      allowed: ['application/json'],
    });
  }
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ServiceError('bad_request', 'The body is not valid JSON.', {
      details: { reason: 'malformed_json' },
      cause: error,
    });
  }
  // Rejects a null body explicitly, because the framework treats a null body as not parsed.
  if (body === null) throw badBody('The body must be a JSON object.');
  return body;
}

function badBody(message: string, details?: ErrorDetails): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}
