/** Reads and validates JSON bodies; an error names the field and its valid values. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError, type ErrorDetails } from '../errors.ts';
import { enforceBodyThroughput, type MinimumThroughput } from './minimum-throughput.ts';
import { ClientGone } from './client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** At which bodies have to be sent. */
    minimumThroughput: MinimumThroughput;
  }
}

/** More than any body that the routes document. */
const maxBytes = 16 * 1024;

/**
 * The body as `schema` parses it. The errors of a schema say what a field must be: "a whole number from 0 to 9". No body
 * counts as `{}`. Throws `bad_request` naming the field.
 */
export async function readJson<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(request, maxBytes);
  const parsed = schema.safeParse(bytes.length === 0 ? {} : parse(request, bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? badField(issue, schema) : badBody('The body is not as it should be.');
}

/** The whole body. Throws `bad_request` when it is longer than `most` bytes, or comes too slowly (408). */
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
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ServiceError('bad_request', 'The body is not valid JSON.', {
      details: { reason: 'malformed_json' },
      cause: error,
    });
  }
}

function badField(issue: z.core.$ZodIssue, schema: z.ZodType): ServiceError {
  if (issue.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys;
    const allowed = Object.keys((schema as Partial<z.ZodObject>).shape ?? {});
    return badBody(`The field "${shorten(field)}" is not known here. Known: ${allowed.join(', ')}.`, {
      field: shorten(field),
      allowed,
    });
  }
  const field = issue.path.join('.');
  if (!field) return badBody(`The body must be ${issue.message}.`);
  return badBody(`The field "${field}" must be ${issue.message}.`, { field });
}

/** A caller's field name is repeated up to a length only. */
const shorten = (name: string) => name.slice(0, 60);

function badBody(message: string, details?: ErrorDetails): ServiceError {
  return new ServiceError('bad_request', message, details ? { details } : {});
}
