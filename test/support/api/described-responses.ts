/** Compares responses that tests receive through `fetch` with docs/openapi.yaml: status, headers and JSON bodies. */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

type Json = Readonly<Record<string, unknown>>;
type Header = Json & { required?: boolean; schema?: Json };
type ResponseObject = Json & { headers?: Record<string, Header>; content?: Record<string, { schema: Json }> };
type Operation = Json & { responses: Record<string, ResponseObject> };

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

export interface ReceivedResponse {
  method: string;
  /** The path with its query. */
  path: string;
  status: number;
  /** The headers by name in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * Compares responses with an OpenAPI document. Compiling the document is slow, so `checkResponses` creates the checker
 * only when the first response arrives.
 */
export class ResponseChecker {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #paths: { pattern: RegExp; operations: Record<string, Operation> }[];

  constructor(document: Document) {
    this.#document = document;
    this.#ajv.addSchema(document, 'openapi');
    // A path without parameters takes precedence over a path with a parameter.
    this.#paths = Object.entries(document.paths)
      .sort(([one], [other]) => one.split('{').length - other.split('{').length)
      .map(([path, operations]) => ({
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
        operations,
      }));
  }

  static ofRepository(): ResponseChecker {
    const file = new URL('../../../docs/openapi.yaml', import.meta.url);
    return new ResponseChecker(parse(readFileSync(file, 'utf8')) as Document);
  }

  /** Returns a sentence that describes how the response deviates from the document, or undefined if it matches. */
  problemOf(received: ReceivedResponse): string | undefined {
    const { method, path, status } = received;
    const problem = this.#problemOf(received);
    return problem && `${method} ${path.slice(0, 100)} → ${status}: ${problem}`;
  }

  #problemOf({ method, path, status, headers, body }: ReceivedResponse): string | undefined {
    const [place = ''] = path.split('?');
    const operations = this.#paths.find(({ pattern }) => pattern.test(place))?.operations;
    if (!operations && isOfPages(place, status, headers)) return undefined;
    const name = method === 'HEAD' && !operations?.['head'] ? 'get' : method.toLowerCase();
    const operation = operations?.[name];
    // If the OpenAPI document does not have the operation `name`, the path or the method is unknown, and the status
    // must be in the following list.
    const described = operation
      ? operation.responses[String(status)]
      : [400, 404, 405, 417, 431, 503].includes(status)
        ? { $ref: '#/components/responses/400.bad_request' }
        : undefined;
    if (!described) return 'the status is not described';
    const response = this.#resolve<ResponseObject>(described);
    for (const [header, reference] of Object.entries(response.headers ?? {})) {
      const problem = this.#headerProblem(headers[header.toLowerCase()], this.#resolve<Header>(reference));
      if (problem) return `the header ${header} ${problem}`;
    }
    return method === 'HEAD' ? undefined : this.#bodyProblem(response, headers, body);
  }

  #headerProblem(value: string | undefined, { required = false, schema = {} }: Header): string | undefined {
    if (value === undefined) return required ? 'is missing' : undefined;
    const { type } = this.#resolve<Json>(schema);
    const typed = type === 'integer' ? Number(value) : value;
    return this.#schemaProblem(schema, typed);
  }

  #bodyProblem(
    { content }: ResponseObject,
    headers: ReceivedResponse['headers'],
    body: Buffer,
  ): string | undefined {
    if (!content) return body.length > 0 ? 'it has a body' : undefined;
    const type = withoutSpaces(headers['content-type'] ?? '');
    const [essence = ''] = type.split(';');
    const byType = Object.fromEntries(
      Object.entries(content).map(([name, described]) => [withoutSpaces(name), described]),
    );
    // The content type with its parameters takes precedence over the type alone.
    const found = [type, essence, '*/*'].find((name) => byType[name]);
    const media = byType[found ?? ''];
    if (!media) return `the type ${essence} is not described`;
    if (essence !== 'application/json' || found === '*/*') return undefined;
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    return this.#schemaProblem(media.schema, JSON.parse(bytes.toString()));
  }

  #schemaProblem(schema: Json, value: unknown): string | undefined {
    const validate = this.#ajv.compile(this.#absolute(schema));
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }

  /**
   * Maps each schema to a copy with absolute references. The copies are memoized, because Ajv recognizes a compiled
   * schema by its object identity.
   */
  readonly #absolutes = new WeakMap<Json, Json>();

  #absolute(schema: Json): Json {
    const known = this.#absolutes.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/');
    const made = JSON.parse(text) as Json;
    this.#absolutes.set(schema, made);
    return made;
  }

  #resolve<T extends Json>(object: Json): T {
    const { $ref } = object;
    if (typeof $ref !== 'string') return object as T;
    const [, ...names] = $ref.split('/');
    return names.reduce<Json>((at, name) => at[name] as Json, this.#document as unknown as Json) as T;
  }
}

const withoutSpaces = (type: string) => type.replaceAll(' ', '').toLowerCase();

/**
 * Returns whether the response is a web page, a redirect, or an asset of a page. Web pages, redirects and assets are
 * not part of the API. Browser tests check web pages, redirects and assets.
 */
function isOfPages(path: string, status: number, headers: ReceivedResponse['headers']): boolean {
  return (
    headers['content-type']?.startsWith('text/html') === true ||
    status === 301 ||
    (status < 400 && path.startsWith('/assets/'))
  );
}

/** Maps the origin (scheme, host and port) of each watched server to the deviations from the API description so far. */
const watched = new Map<string, string[]>();
let checker: ResponseChecker | undefined;

/** A request as undici (the HTTP client of `fetch`) describes it in its diagnostics messages. */
interface ClientRequest {
  origin: string | URL;
  method: string;
  path: string;
}

interface Receiving {
  status: number;
  headers: Record<string, string>;
  chunks: Buffer[];
}

const receiving = new WeakMap<ClientRequest, Receiving>();

/**
 * Watches the responses of the server at `url`. Returns a function to call when the server stops. The function throws
 * if a response deviated from docs/openapi.yaml.
 */
export function checkResponses(url: string): () => void {
  const problems: string[] = [];
  subscribeOnce();
  watched.set(new URL(url).origin, problems);
  return () => {
    if (problems.length === 0) return;
    throw new Error(`responses differ from docs/openapi.yaml:\n${[...new Set(problems)].join('\n')}`);
  };
}

let subscribed = false;

function subscribeOnce(): void {
  if (subscribed) return;
  subscribed = true;
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as {
      request: ClientRequest;
      response: { statusCode: number; headers: Buffer[] };
    };
    if (!watched.has(originOf(request))) return;
    const texts = response.headers.map((bytes) => bytes.toString('latin1'));
    const pairs = texts.flatMap((name, at) =>
      at % 2 === 0 ? [[name.toLowerCase(), texts[at + 1] ?? ''] as const] : [],
    );
    receiving.set(request, { status: response.statusCode, headers: Object.fromEntries(pairs), chunks: [] });
  });
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as { request: ClientRequest; chunk: Buffer };
    const received = receiving.get(request);
    // Stores only JSON bodies. Bodies of other types may be large files and are not compared.
    if (received?.headers['content-type']?.startsWith('application/json'))
      received.chunks.push(Buffer.from(chunk));
  });
  subscribe('undici:request:trailers', (message) => {
    const { request } = message as { request: ClientRequest };
    const received = receiving.get(request);
    if (!received) return;
    const { method, path } = request;
    const { status, headers, chunks } = received;
    checker ??= ResponseChecker.ofRepository();
    const problem = checker.problemOf({ method, path, status, headers, body: Buffer.concat(chunks) });
    if (problem) watched.get(originOf(request))?.push(problem);
  });
}

const originOf = ({ origin }: ClientRequest) => new URL(String(origin)).origin;
