/** The MCP server on standard input and output. This server offers the tools of a Protean server, for local files. */
import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { fileRule, Folders } from './folders.ts';
import { LocalFiles, usesFiles, withPaths } from './local-files.ts';
import { complainOf } from '../terminal.ts';
import { ToolFailure } from './tool-failure.ts';
import type { Upstream } from './upstream.ts';

const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const instructions = `Protean converts files between formats: documents, images, audio, video, spreadsheets, ebooks, archives, fonts, data and subtitles.
For a local file, call convert_file with "path". The result is written next to it, or to "output_path".
${fileRule}
If you are not sure, list_conversions lists the targets of a source format, and list_options the options of a conversion.
Errors say in error.code and error.message what to do.`;

/** A Protean server whose tools `protean mcp` offers. */
export interface ToolServer {
  /** Waits for the start of the server. Throws `ToolFailure` if the server cannot be started. */
  upstream(): Promise<Upstream>;
  listTools(signal: AbortSignal): Promise<readonly Tool[]>;
  /** Starts a local server in the background. Does nothing for a remote server. */
  prepare(): void;
}

export interface StdioServices {
  server: ToolServer;
  /** Folders given at startup. If this list is empty, the roots of the MCP client are used. */
  folders: readonly string[];
}

/** Creates the MCP server for one connection. */
export function stdioServer({ server: origin, folders: named }: StdioServices): Server {
  const server = new Server(
    { name: 'protean', title: 'Protean', version: '1.0.0' },
    { capabilities: { tools: {} }, supportedProtocolVersions: protocolVersions, instructions },
  );
  let files: LocalFiles | undefined;
  server.setRequestHandler('tools/list', async (_request, { mcpReq }) => {
    const tools = await origin.listTools(mcpReq.signal);
    // Starts the server after the response is sent, because the start keeps this process busy. If a client only asks
    // for the supported versions, the server is not started.
    setImmediate(() => origin.prepare());
    return { tools: tools.map(withPaths) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const given = params.arguments ?? {};
    try {
      const folders = usesFiles(given) ? await openFolders(server, named, context) : await Folders.open([]);
      if (!(folders instanceof Folders)) return folders;
      const { mcpReq } = context;
      const call = { signal: mcpReq.signal, onProgress: progressOf(mcpReq) };
      files ??= new LocalFiles(await origin.upstream());
      return await files.callTool(params.name, given, folders, call);
    } catch (error) {
      return failed(error);
    }
  });
  return server;
}

/** Returns the open folders. If the open folders are not known yet, returns a request for the client's roots. */
async function openFolders(
  server: Server,
  named: readonly string[],
  { mcpReq }: ServerContext,
): Promise<Folders | InputRequiredResult> {
  if (named.length > 0) return Folders.open(named);
  const answered = mcpReq.inputResponses?.['roots'];
  if (answered !== undefined) return Folders.open(rootsIn(answered));
  if (!hasRoots(server, mcpReq)) return Folders.open([]);
  return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
}

/**
 * Returns whether the client has roots. In the protocol version 2026-07-28 and later versions, each request contains
 * the client's capabilities. In earlier protocol versions, the client sends its capabilities once per connection.
 */
function hasRoots(server: Server, { envelope }: ServerContext['mcpReq']): boolean {
  // The SDK's type of the envelope lacks the optional key for the capabilities of the client.
  const { [CLIENT_CAPABILITIES_META_KEY]: ofRequest } = (envelope ?? {}) as { [key: string]: unknown };
  return (
    ((ofRequest ?? server.getClientCapabilities()) as ClientCapabilities | undefined)?.roots !== undefined
  );
}

/** Returns the folders in a client's response. The response is untrusted input. */
function rootsIn(answer: unknown): string[] {
  const { roots } = answer as { roots?: unknown };
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: { uri?: unknown }) => {
    const { uri } = root;
    return typeof uri === 'string' && uri.startsWith('file://') && URL.canParse(uri)
      ? [fileURLToPath(uri)]
      : [];
  });
}

function progressOf({ _meta, notify }: ServerContext['mcpReq']): ((percent: number) => void) | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    const params = { progressToken, progress, total: 100 };
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function failed(error: unknown): CallToolResult {
  if (error instanceof ToolFailure) return error.toResult();
  complainOf(error);
  return new ToolFailure(
    'internal_error',
    'An internal error occurred. See the log of these tools.',
  ).toResult();
}
