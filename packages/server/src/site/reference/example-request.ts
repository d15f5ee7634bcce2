/** The request that an operation's examples make, whatever their language. */
import type { DescribedOperation } from './description.ts';
import { exampleCalls, type ExampleCall } from './example-calls.ts';

/** What an example's request consists of. */
export interface ExampleRequest extends ExampleCall {
  method: string;
  /** With its query, or an address; `$NAME` in it is a variable of the environment. */
  address: string;
  /** The variable with the key of an account or the operator's token; undefined where nobody in particular calls. */
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
    token: tokenOf(security),
  };
}

/** Where a key is optional, the examples do without; where a session is required, their row names its cookie. */
function tokenOf(security: DescribedOperation['security']): ExampleRequest['token'] {
  const [first] = security;
  if (first && 'operator' in first) return 'ADMIN_TOKEN';
  return first && 'bearer' in first ? 'PROTEAN_API_KEY' : undefined;
}

/** The parts of a text: what is written as it is, and names of variables. */
export function partsOf(text: string): (string | { variable: string })[] {
  return text
    .split(/(\$[A-Z_]+)/)
    .filter(Boolean)
    .map((part) => (/^\$[A-Z_]+$/.test(part) ? { variable: part.slice(1) } : part));
}
