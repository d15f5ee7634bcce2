/** The operations that the OpenAPI document describes: every route of the server, recorded as it is added. */
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifySchema {
    /** The operation's unique name, which generated clients give to their function. */
    operationId?: string;
    /** What the operation does, in one sentence. */
    summary?: string;
    /** Headers of the request that the route reads itself. */
    requestHeaders?: z.ZodObject;
    /** Whether it takes the operator's token in place of an API key. */
    operator?: boolean;
    /** Left out of the document: a route that only refuses. */
    hide?: boolean;
  }
}

export interface Operation {
  method: 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete';
  /** As in the document: `/v1/jobs/{id}`. */
  path: string;
  schema: FastifySchema & { operationId: string; summary: string };
  config: FastifyContextConfig;
}

/** Fills up as routes are added, from now on. A route without an `operationId` and a `summary` cannot be added. */
export function recordOperations(server: FastifyInstance): readonly Operation[] {
  const operations: Operation[] = [];
  server.addHook('onRoute', ({ url, method, schema = {}, config = {} }) => {
    // Every GET answers HEAD too, which the document need not say.
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
