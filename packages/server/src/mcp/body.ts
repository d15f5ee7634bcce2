/**
 * Reads the request body of an MCP call into memory. Limits the size of a body and the number of large bodies in
 * memory.
 */
import type { FastifyRequest } from 'fastify';
import { overloaded, ServiceError } from '../errors.ts';
import { callerBehind } from '../http/guards/caller.ts';
import { readBytes } from '../http/body/json.ts';
import { FairShareCounter } from '../kit/concurrency/fair-share-counter.ts';

/**
 * Maximum size of a body, in bytes. The maximum allows 1 MB of content in base64, and a margin. With the margin, the
 * service can read content of slightly more than 1 MB, and reject this content with advice.
 */
const maxBytes = 2 * 1024 * 1024;
/** Size in bytes above which a body counts as large. */
const largeBytes = 64 * 1024;
const largeAtOnce = 128;

/**
 * A parsed JSON body. Dispose this object when the body is no longer in memory. Until the disposal, a large body counts
 * towards the maximum number of large bodies in memory.
 */
export interface HeldBody extends Disposable {
  json: unknown;
}

export class Bodies {
  readonly #large = new FairShareCounter(largeAtOnce);

  /**
   * Reads and parses the body. Throws `bad_request` if the body is not JSON (415 or 400), and 413 if the body is too
   * large. Throws 503 if too many large bodies are in memory.
   */
  async read(request: FastifyRequest): Promise<HeldBody> {
    const { headers } = request;
    if (!isJson(headers['content-type'])) throw notJson();
    const length = Number(headers['content-length'] ?? maxBytes);
    if (length > maxBytes) throw tooLarge();
    const caller = callerBehind(request);
    const isLarge = length > largeBytes;
    if (isLarge && !this.#large.acquire(caller)) throw overloaded('too_many_uploads');
    const release = () => {
      if (isLarge) this.#large.release(caller);
    };
    try {
      return { json: parse(await readBytes(request, maxBytes)), [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }
}

const isJson = (type: string | undefined) =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ServiceError('bad_request', 'The body is not valid JSON.', {
      details: { reason: 'malformed_json' },
      cause,
    });
  }
}

function notJson(): ServiceError {
  return new ServiceError(
    'bad_request',
    'Send one JSON-RPC message, with "Content-Type: application/json".',
    {
      status: 415,
      details: { field: 'Content-Type', allowed: ['application/json'] },
    },
  );
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'file_too_large',
    `The call is larger than ${maxBytes} bytes. base64_content accepts files of at most 1 MB. Call create_upload, send the file to its upload_url, and pass the file_id.`,
    { details: { limit: maxBytes } },
  );
}
