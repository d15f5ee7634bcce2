/** The request that an operation's examples make, whatever their language. */
import type { DescribedOperation } from './description.ts';
import { exampleCalls, type ExampleCall } from './example-calls.ts';

/** What an example's request consists of. */
export interface ExampleRequest extends ExampleCall {
  method: string;
  /** With its query, or an address; `$NAME` in it is a variable of the environment. */
  address: string;
  /** Who calls: an account with a key, the operator, or nobody in particular. */
  auth: 'key' | 'operator' | 'none';
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
  // A parameter of the path that no row names is a variable.
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
    auth: authOf(security),
  };
}

/** Where a key is optional, the examples do without; where a session is required, their row names its cookie. */
function authOf(security: DescribedOperation['security']): ExampleRequest['auth'] {
  const [first] = security;
  if (first && 'operator' in first) return 'operator';
  return first && 'bearer' in first ? 'key' : 'none';
}

/** The parts of a text: what is written as it is, and names of variables. */
export function partsOf(text: string): (string | { variable: string })[] {
  return text
    .split(/(\$[A-Z_]+)/)
    .filter(Boolean)
    .map((part) => (/^\$[A-Z_]+$/.test(part) ? { variable: part.slice(1) } : part));
}
