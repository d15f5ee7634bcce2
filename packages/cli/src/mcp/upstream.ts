/**
 * Calls the tools of a server. Each call is one request without a session, which MCP allows since version 2026-07-28.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { readEvents } from '@protean/client';
import type { Account } from '../config.ts';
import { ToolFailure } from './tool-failure.ts';

const protocolVersion = '2026-07-28';

export interface UpstreamCall {
  signal: AbortSignal;
  /** Called with the progress in whole percent. */
  onProgress?: ((percent: number) => void) | undefined;
}

interface Message {
  id?: unknown;
  method?: string;
  params?: { progress?: number };
  result?: unknown;
  error?: { code: number | string; message: string; details?: Record<string, unknown> };
}

export class Upstream {
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  /** Lists the tools of the server. Throws {@link ToolFailure}. */
  async listTools(signal: AbortSignal): Promise<Tool[]> {
    const { tools } = (await this.#request('tools/list', {}, { signal })) as { tools: Tool[] };
    return tools;
  }

  /**
   * Returns the tool's response, which may be a tool error. Throws {@link ToolFailure} if the server does not respond.
   */
  async callTool(
    name: string,
    given: Readonly<Record<string, unknown>>,
    call: UpstreamCall,
  ): Promise<CallToolResult> {
    const result = (await this.#request('tools/call', { name, arguments: given }, call)) as CallToolResult;
    const { content, structuredContent, isError } = result;
    return {
      content,
      ...(structuredContent === undefined ? {} : { structuredContent }),
      ...(isError === undefined ? {} : { isError }),
    };
  }

  /**
   * Returns `link` with the scheme and host of the configured server URL. The server's own links may contain a host
   * that differs from the host of the configured URL.
   */
  at(link: string): URL {
    const { pathname, search } = new URL(link);
    return new URL(pathname + search, this.#account.server);
  }

  async #request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    { signal, onProgress }: UpstreamCall,
  ): Promise<unknown> {
    const { server, apiKey } = this.#account;
    const { name } = params;
    const response = await fetch(`${server}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': protocolVersion,
        'Mcp-Method': method,
        ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta(onProgress) } }),
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreachable(server, error);
    });
    for await (const message of messagesOf(response)) {
      if (message.method === 'notifications/progress') onProgress?.(message.params?.progress ?? 0);
      else if (message.error) throw failureOf(message.error);
      else if (message.result !== undefined) return message.result;
    }
    throw unreachable(server, new Error(`HTTP ${response.status}`));
  }
}

const meta = (onProgress: unknown) => ({
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'protean', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
  ...(onProgress ? { progressToken: 1 } : {}),
});

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    for await (const { data } of readEvents(response.body)) yield JSON.parse(data) as Message;
    return;
  }
  // A proxy in front of the server may respond with an HTML page.
  const text = await response.text();
  try {
    yield JSON.parse(text) as Message;
  } catch {
    return;
  }
}

/**
 * Converts an error in a response to a `ToolFailure`. The code of a protocol error is a number, the code of a service
 * error is a string.
 */
function failureOf({ code, message, details }: NonNullable<Message['error']>): ToolFailure {
  return new ToolFailure(typeof code === 'string' ? code : 'bad_request', message, details);
}

function unreachable(server: string, cause: unknown): ToolFailure {
  const failure = new ToolFailure('service_unavailable', `The server at ${server} does not respond.`);
  failure.cause = cause;
  return failure;
}
