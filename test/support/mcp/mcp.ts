/**
 * MCP clients for tests: the client of the MCP SDK for both generations of the protocol, and functions that send single
 * requests.
 */
import { pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const modernVersion = '2026-07-28';

/**
 * The two generations of the protocol. `legacy` versions have sessions. Since version 2026-07-28 (`modern`), all
 * requests are independent.
 */
export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

/**
 * Returns a client that is not connected. If `root` is given, the client offers this folder to the server as a root.
 */
export function clientOf(era: Era, root?: string): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'modern' ? { pin: modernVersion } : 'legacy' },
      capabilities: root === undefined ? {} : { roots: {} },
    },
  );
  if (root !== undefined)
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
  return client;
}

/** Returns a client that is connected to the server at `url`. Sends the API key `key` if it is given. */
export async function connectOverHttp(
  url: string,
  era: Era,
  key?: string,
): Promise<Client & AsyncDisposable> {
  const client = clientOf(era);
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

interface ContentBlock {
  type: string;
  text?: string;
  uri?: string;
  name?: string;
  mimeType?: string;
}

export interface ToolResult {
  isError?: boolean;
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
}

/** The error in a tool's result. The object is empty if the call succeeded. */
export interface ToolFailure {
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
}

export function failureOf({ isError, content }: ToolResult): ToolFailure {
  if (!isError) return {};
  return (JSON.parse(content[0]?.text ?? '{}') as { error: ToolFailure }).error;
}

interface Message {
  id?: number | string;
  method: string;
  params?: Record<string, unknown>;
}

export interface PostOptions {
  key?: string | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Posts a message in version 2026-07-28 of MCP, and returns the response. */
export function postModern(
  url: string,
  { id = 1, method, params = {} }: Message,
  { key, headers = {}, signal }: PostOptions = {},
): Promise<Response> {
  const { name } = params;
  return fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': modernVersion,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope(params) } }),
    ...(signal ? { signal } : {}),
  });
}

const envelope = ({ _meta }: Record<string, unknown>) => ({
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
  ...(_meta as Record<string, unknown> | undefined),
});

/** Posts a message like a client of a legacy version of the protocol, and returns the response. */
export function postLegacy(
  url: string,
  body: unknown,
  { key, headers = {}, signal }: PostOptions = {},
): Promise<Response> {
  return fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

/** Calls a tool with a single request of version 2026-07-28, and returns the response and the tool's result. */
export async function callTool(
  url: string,
  name: string,
  given: Record<string, unknown>,
  options: PostOptions = {},
): Promise<{ status: number; headers: Headers; result: ToolResult; failure: ToolFailure }> {
  const message = { method: 'tools/call', params: { name, arguments: given } };
  const response = await postModern(url, message, options);
  const body = (await response.json()) as { result?: ToolResult };
  const { result } = body;
  if (!result) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return { status: response.status, headers: response.headers, result, failure: failureOf(result) };
}

export const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** Arguments of a tool call that converts a small file quickly. */
export const jsonToYaml = {
  base64_content: base64('{"a":1}'),
  source_format: 'json',
  target_format: 'yaml',
};
