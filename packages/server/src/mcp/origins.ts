/**
 * Decides which web pages may call the MCP endpoint from a browser (contract §13.1). By default, only pages of this
 * service may call the MCP endpoint.
 */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { OwnAddress } from '../http/own-address.ts';

/** Headers that a page may read in a response, and headers that it may send in a request. */
const exposed =
  'Mcp-Session-Id, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const accepted =
  'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';

export class Origins {
  readonly #named: ReadonlySet<string>;
  readonly #address: OwnAddress;

  constructor(named: readonly string[], address: OwnAddress) {
    this.#named = new Set(named);
    this.#address = address;
  }

  /**
   * Throws 403 for a request from a page with another origin, unless the origin is allowed. Programs other than
   * browsers send no `Origin`.
   */
  check({ headers }: FastifyRequest): void {
    const { origin, host = '' } = headers;
    if (origin === undefined || this.#isNamed(origin) || this.#address.isOwnOrigin(origin, host)) return;
    throw new ServiceError(
      'bad_request',
      'Pages of this Origin may not call tools. The operator of the server can add it to MCP_ORIGINS.',
      { status: 403, details: { field: 'Origin' } },
    );
  }

  /** Returns the CORS headers that allow a page of an allowed origin to read the response. */
  headersFor({ headers: { origin } }: FastifyRequest): Record<string, string> {
    if (origin === undefined || !this.#isNamed(origin)) return {};
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposed,
      Vary: 'Origin',
    };
  }

  /** Returns the CORS headers of the response to a preflight request. */
  preflightHeadersFor(request: FastifyRequest): Record<string, string> {
    return {
      ...this.headersFor(request),
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '3600',
    };
  }

  #isNamed(origin: string): boolean {
    return this.#named.has(origin.toLowerCase());
  }
}
