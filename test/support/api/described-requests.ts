/** Generates requests from the OpenAPI document: valid requests, and requests with small faults. */
import fc, { type Arbitrary } from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  required?: boolean;
  schema: Schema;
}

interface OperationObject {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface DescribedApi {
  paths: Record<string, Record<string, OperationObject>>;
}

export interface Operation extends OperationObject {
  method: string;
  path: string;
}

/** An uploaded file. */
export interface SampleFile {
  name: string;
  /** The content in base64. */
  content: string;
}

type Part = readonly [name: string, value: string | SampleFile];

type Body =
  | { text: string; type: string }
  | { parts: readonly Part[]; /** The number of bytes to omit at the end of the body. */ cut: number };

/** A request as plain values, so that the report of a failed test is readable. */
export interface MadeRequest {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  auth: 'none' | 'key' | 'wrong';
  body?: Body | undefined;
}

/** Valid values for parameters and fields, by name. */
export interface KnownValues {
  names: Readonly<Record<string, readonly string[]>>;
  files: readonly SampleFile[];
}

export const operationsOf = ({ paths }: DescribedApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

const text = () => fc.string({ unit: 'grapheme', maxLength: 40 });
const longText = () => fc.string({ minLength: 200, maxLength: 300 });

/** Strings that often break programs. */
const awkward = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  '__proto__',
  'constructor',
  '\u0000',
  '../..',
  '%00',
  '💥',
);

/** Generates requests for the operations of one OpenAPI document. */
export class RequestMaker {
  readonly #document: Schema;
  readonly #known: KnownValues;

  constructor(document: DescribedApi, known: KnownValues) {
    this.#document = document as unknown as Schema;
    this.#known = known;
  }

  requestsOf({ method, path, parameters = [], requestBody }: Operation): Arbitrary<MadeRequest> {
    const of = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
    const body: Arbitrary<Body | undefined> = requestBody
      ? this.#body(requestBody.content)
      : fc.option(this.#wrongBody(), { freq: 5, nil: undefined });
    return fc
      .record({
        inPath: fc.tuple(...of('path').map((one) => this.#pathPart(one))),
        query: this.#query(of('query')),
        headers: this.#headers(of('header')),
        auth: fc.constantFrom(
          'none' as const,
          'key' as const,
          'key' as const,
          'key' as const,
          'wrong' as const,
        ),
        body: ['get', 'head'].includes(method) ? fc.constant(undefined) : body,
      })
      .map(({ inPath, query, headers, auth, body: sent }) => {
        const filled = inPath.reduce((so, part) => so.replace(/\{\w+\}/, () => part), path);
        return { method: method.toUpperCase(), path: filled + query, headers, auth, body: sent };
      });
  }

  #pathPart(parameter: Parameter): Arbitrary<string> {
    const valid = this.#value(parameter.schema, parameter.name).map(String);
    const part = mostly(valid, fc.oneof(text(), awkward, longText())).filter((one) => !/^\.{0,2}$/.test(one));
    return mostly(part.map(encodeURIComponent), fc.constantFrom('%ZZ', '%', '%E0%A4', 'a%2Fb'), 12);
  }

  #query(parameters: readonly Parameter[]): Arbitrary<string> {
    const pairs = parameters.map(({ name, schema }) =>
      mostly(this.#value(schema, name).map(String), fc.oneof(text(), awkward), 2).map(
        (value): [string, string] => [name, value],
      ),
    );
    const unknown = fc.tuple(fc.constantFrom('x', 'limit', 'api_key', '__proto__'), text());
    const all = fc.tuple(...pairs.map((pair) => fc.array(pair, { maxLength: 2, size: 'xsmall' })));
    return fc.tuple(all, fc.array(unknown, { maxLength: 1, size: 'xsmall' })).map(([given, more]) => {
      const query = new URLSearchParams([...given.flat(), ...more]).toString();
      return query && `?${query}`;
    });
  }

  #headers(parameters: readonly Parameter[]): Arbitrary<Record<string, string>> {
    const own = Object.fromEntries(
      parameters.map(({ name, schema }) => [
        name,
        mostly(this.#value(schema, name).map(String), fc.oneof(text(), awkward, longText()), 3).filter(
          isHeaderValue,
        ),
      ]),
    );
    const accept = fc.constantFrom('*/*', 'application/json', 'text/html', 'image/*;q=x', ',,');
    return fc.record({ ...own, Accept: accept }, { requiredKeys: [] });
  }

  #body(content: Readonly<Record<string, { schema: Schema }>>): Arbitrary<Body> {
    const right = Object.entries(content).map(([type, { schema }]) =>
      type === 'multipart/form-data' ? this.#form(schema) : this.#json(schema),
    );
    return mostly(fc.oneof(...right), this.#wrongBody(), 8);
  }

  #json(schema: Schema): Arbitrary<Body> {
    const value = mostly(this.#fields(schema), fc.jsonValue(), 8);
    const whole = value.map((one) => JSON.stringify(one));
    const cut = whole.map((one) => one.slice(0, -1));
    return mostly(whole, cut, 10).map((written) => ({ text: written, type: 'application/json' }));
  }

  #form(schema: Schema): Arbitrary<Body> {
    const asText = (value: unknown) =>
      isFile(value) ? value : typeof value === 'string' ? value : JSON.stringify(value);
    const parts = this.#fields(schema).map((fields) =>
      Object.entries(fields).map(([name, value]): Part => [name, asText(value)]),
    );
    const again = parts.map((all) => [...all, ...all.slice(0, 1)]);
    return fc.record({
      parts: mostly(parts, again, 10),
      cut: mostly(fc.constant(0), fc.integer({ min: 1, max: 60 }), 10),
    });
  }

  #wrongBody(): Arbitrary<Body> {
    const type = fc.constantFrom(
      'text/plain',
      'application/json',
      'multipart/form-data',
      'a',
      'multipart/form-data; boundary=x',
    );
    return fc.record({ text: fc.oneof(text(), awkward, longText()), type });
  }

  /** Generates an object that matches a schema. Sometimes a field is missing, is added or has a wrong type. */
  #fields(schema: Schema): Arbitrary<Record<string, unknown>> {
    const valid = this.#value(schema) as Arbitrary<Record<string, unknown>>;
    const names = ['a', ...Object.keys((this.#resolve(schema)['properties'] as Schema | undefined) ?? {})];
    const name = fc.constantFrom(...names);
    const strange = fc.oneof(fc.jsonValue(), awkward, text(), longText());
    const without = fc.tuple(valid, name).map(([one, gone]) => omit(one, gone));
    const altered = fc.tuple(valid, name, strange).map(([one, at, value]) => ({ ...one, [at]: value }));
    const further = fc.tuple(valid, text(), strange).map(([one, at, value]) => ({ ...one, [at]: value }));
    return fc.oneof({ weight: 3, arbitrary: valid }, without, altered, further);
  }

  #value(reference: Schema, name = ''): Arbitrary<unknown> {
    const schema = this.#resolve(reference);
    const known = this.#known.names[name];
    if (known) return fc.constantFrom(...known);
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    const some = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
    if (some) return fc.oneof(...some.map((one) => this.#value(one)));
    const [type] = [schema['type']].flat();
    if (type === 'string') return this.#text(schema);
    if (type === 'integer') return fc.integer(boundsOf(schema));
    if (type === 'number') return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
    if (type === 'boolean') return fc.boolean();
    if (type === 'array') return fc.array(this.#value(schema['items'] as Schema), { maxLength: 3 });
    if (type === 'object') return this.#object(schema);
    return fc.jsonValue();
  }

  #object({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
    const types = properties as Record<string, Schema>;
    const needed = required as string[];
    const others = Object.keys(types).filter((name) => !needed.includes(name));
    return fc
      .subarray(others, { maxLength: Math.min(3, others.length) })
      .chain((chosen) =>
        fc.record(
          Object.fromEntries(
            [...needed, ...chosen].map((name) => [name, this.#value(types[name] ?? {}, name)]),
          ),
        ),
      );
  }

  #text({ format, pattern, minLength, maxLength, contentEncoding }: Schema): Arbitrary<unknown> {
    if (format === 'binary' || contentEncoding !== undefined) return this.#file();
    if (format === 'uuid') return fc.uuid();
    if (format === 'email') return fc.emailAddress();
    // Uses IP addresses of this machine, because a domain name would need a name server.
    if (format === 'uri')
      return fc.constantFrom('http://127.0.0.1:1/a.json', 'http://[::1]/', 'ftp://127.0.0.1/a', 'http://');
    if (typeof pattern === 'string') {
      // For each `*` and `+` in the pattern, fast-check generates an array. The size `small` limits the growth of
      // nested arrays.
      const size = /[*+]/.test(pattern) ? 'small' : 'medium';
      return fc.stringMatching(new RegExp(pattern, 'u'), { size });
    }
    return fc.string({ minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 60), size: 'max' });
  }

  #file(): Arbitrary<SampleFile> {
    const random = fc.record({
      name: mostly(fc.constantFrom('a.json', 'a.png', 'a.csv', 'a'), text(), 3),
      content: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    });
    return mostly(fc.constantFrom(...this.#known.files), random, 3);
  }

  #resolve(schema: Schema): Schema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const [, ...names] = $ref.split('/');
    return names.reduce<Schema>((at, name) => at[name] as Schema, this.#document);
  }
}

/** Generates values of `usual` and `rare`. Values of `usual` are `weight` times as frequent as values of `rare`. */
const mostly = <T, U>(usual: Arbitrary<T>, rare: Arbitrary<U>, weight = 4): Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });

const isFile = (value: unknown): value is SampleFile =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'name' in value &&
  typeof value.content === 'string';

const omit = (fields: Record<string, unknown>, gone: string) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== gone));

const isHeaderValue = (value: string) => /^[\x20-\x7e]*$/.test(value);

const boundsOf = ({ minimum, maximum }: Schema) => ({
  ...(typeof minimum === 'number' ? { min: minimum } : {}),
  ...(typeof maximum === 'number' ? { max: maximum } : {}),
});

/**
 * Returns the options of `fetch` for a request. If the request has `auth: 'key'`, the options contain the API key
 * `key`, which must be valid.
 */
export async function fetchInit(
  { method, headers, auth, body }: MadeRequest,
  key: string,
): Promise<RequestInit> {
  const authorization = { none: undefined, key: `Bearer ${key}`, wrong: 'Bearer svc_sk_wrong' }[auth];
  const sent = {
    ...headers,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  if (!body) return { method, headers: sent };
  if ('text' in body) return { method, headers: { ...sent, 'Content-Type': body.type }, body: body.text };
  const form = new FormData();
  for (const [name, value] of body.parts)
    form.append(
      name,
      typeof value === 'string' ? value : new File([Buffer.from(value.content, 'base64')], value.name),
    );
  const encoded = new Response(form);
  const bytes = await encoded.bytes();
  const type = encoded.headers.get('content-type') ?? '';
  return {
    method,
    headers: { ...sent, 'Content-Type': type },
    body: bytes.subarray(0, bytes.length - body.cut),
  };
}
