/**
 * Sends bodies with an ETag. If a client already has the body, sends the status 304 without a body (RFC 9110, 8.8.3 and
 * 13.1.2).
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface VersionedBody {
  body: Buffer;
  etag: string;
}

export function versioned(text: string): VersionedBody {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** Sends `body`, or the status 304 if the client already has this version of `body`. */
export function sendVersioned(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: VersionedBody,
): FastifyReply {
  void reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' });
  if (matches(headers['if-none-match'], etag))
    return reply.status(304).removeHeader('Content-Encoding').send();
  return reply.send(body);
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
