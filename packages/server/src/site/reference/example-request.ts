/** Derives the request that all examples of an operation send, regardless of the programming language. */
import type { DescribedOperation } from './description.ts';
import { exampleCalls, type ExampleCall } from './example-calls.ts';

/** Request of an example. */
export interface ExampleRequest extends ExampleCall {
  method: string;
  /** Path with its query, or a URL. `$NAME` in the path or URL is an environment variable. */
  address: string;
  /** Environment variable with the API key of an account or the operator's token. Anonymous calls have no token. */
  token: 'PROTEAN_API_KEY' | 'ADMIN_TOKEN' | undefined;
}

export function requestOf({
  operationId,
  method,
  path,
  parameters,
  security,
  requestBody,
}: DescribedOperation): ExampleRequest {
  const call = exampleCalls[operationId] ?? {};
  const { values = {} } = call;
  // A path parameter without a value in `exampleCalls` becomes an environment variable.
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `$${name.toUpperCase()}`);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && values[parameter.name] !== undefined)
    .map(({ name }) => `${name}=${values[name]}`)
    .join('&');
  const address = call.url ?? `$PROTEAN_URL${filled}${query && `?${query}`}`;
  const isJson =
    call.json === undefined && requestBody?.required === true && !call.form && call.body === undefined;
  return {
    ...call,
    ...(isJson ? { json: {} } : {}),
    method: method.toUpperCase(),
    address,
    token: tokenOf(security),
  };
}

/**
 * Returns the environment variable with the token. Returns undefined if an API key is optional, or if the operation
 * requires a session. For a session, the example sends a cookie.
 */
function tokenOf(security: DescribedOperation['security']): ExampleRequest['token'] {
  const [first] = security;
  if (first && 'operator' in first) return 'ADMIN_TOKEN';
  return first && 'bearer' in first ? 'PROTEAN_API_KEY' : undefined;
}

/** Splits a string into literal parts and names of variables. */
export function partsOf(text: string): (string | { variable: string })[] {
  return text
    .split(/(\$[A-Z_]+)/)
    .filter(Boolean)
    .map((part) => (/^\$[A-Z_]+$/.test(part) ? { variable: part.slice(1) } : part));
}
