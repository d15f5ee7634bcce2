/** Validates requests by the zod schemas of their endpoints. */
import type {
  FastifyInstance,
  FastifyPluginCallback,
  FastifyPluginOptions,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { readJsonBody } from './body/json.ts';
import { parsing, schemaError } from './schema-errors.ts';

/** Types requests and responses by the zod schemas of their endpoints. */
interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

export type PluginWithSchemas<Options extends FastifyPluginOptions> = FastifyPluginCallback<
  Options,
  RawServerDefault,
  ZodTypeProvider
>;

/**
 * Adds validation to the server. Must be called before any endpoint is added. The messages in a schema must state the
 * allowed values, such as "a whole number from 0 to 9". In the error message, the message of the schema follows the
 * words "must be". A `body` that is a zod type is parsed as JSON. A `body` described by media types is left to the
 * endpoint, which reads it as a stream. An error in `params` becomes the message of a 404, so malformed ids get the
 * same status as unknown ids. Response schemas are documentation and not validated.
 */
export function addValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(compileValidator);
  server.setSerializerCompiler(() => JSON.stringify);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest) =>
    isJsonBody(request.routeOptions.schema?.body) ? await readJsonBody(request) : undefined,
  );
  server.addHook('preValidation', (request, _reply, done) => {
    // A missing body counts as an empty object.
    if (isJsonBody(request.routeOptions.schema?.body)) request.body ??= {};
    done();
  });
}

const isJsonBody = (body: unknown) => body instanceof z.ZodType;

const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const kind = httpPart === 'querystring' ? 'query parameter' : 'field';
  return (data: unknown) => {
    // A body that the endpoint reads as a stream has not been parsed.
    if (httpPart === 'body' && data === null) return { value: data };
    const { success, data: value, error } = schema.safeParse(data, parsing);
    if (success) return { value };
    const notFound = () => new ServiceError('not_found', error.issues[0]?.message ?? '');
    return { error: httpPart === 'params' ? notFound() : schemaError(error, schema, kind) };
  };
};

/**
 * Replaces the framework's default compilers, which take several megabytes of memory. The framework loads the default
 * compilers if no other compilers are set at creation.
 */
export const compilersFactory = { buildValidator: () => unset, buildSerializer: () => unset };

function unset(): never {
  throw new Error('addValidation sets the compilers');
}
