/** Operations of the OpenAPI document: every endpoint of the server, recorded when it is added. */
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifySchema {
    /** Unique name of the operation, used as the function name in generated clients. */
    operationId?: string;
    /** One sentence that describes the operation. */
    summary?: string;
    /** Request headers that the endpoint reads itself. */
    requestHeaders?: z.ZodObject;
    /** Whether the operation requires the operator's token instead of an API key. */
    operator?: boolean;
    /** Whether to omit the endpoint from the document. Set for endpoints that only return an error. */
    hide?: boolean;
  }
}

export interface Operation {
  method: 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete';
  /** Path as in the document: `/v1/jobs/{id}`. */
  path: string;
  schema: FastifySchema & { operationId: string; summary: string };
  config: FastifyContextConfig;
}

/**
 * Records the endpoints that are added after this call. Adding an endpoint without an `operationId` or `summary`
 * throws, unless the endpoint is hidden.
 */
export function recordOperations(server: FastifyInstance): readonly Operation[] {
  const operations: Operation[] = [];
  server.addHook('onRoute', ({ url, method, schema = {}, config = {} }) => {
    // Every GET endpoint also responds to HEAD. The OpenAPI document omits HEAD for endpoints that also respond to GET.
    const ofGet = operations.some((operation) => operation.schema.operationId === schema.operationId);
    const names = [method].flat();
    const methods = names.filter((name) => name !== 'HEAD' || !(ofGet || names.includes('GET')));
    if (schema.hide || methods.length === 0) return;
    const { operationId, summary } = schema;
    if (operationId === undefined || summary === undefined)
      throw new Error(`${url} has no operationId or no summary for the OpenAPI document`);
    for (const name of methods) {
      operations.push({
        method: name.toLowerCase() as Operation['method'],
        path: url.replace(/:(\w+)/g, '{$1}'),
        schema: { ...schema, operationId, summary },
        config,
      });
    }
  });
  return operations;
}
