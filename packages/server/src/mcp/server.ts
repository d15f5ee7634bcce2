/** The MCP server of one request or connection: lists the tools and runs them for one caller (contract §13.2). */
import { ProtocolError, ProtocolErrorCode, Server, type RequestId } from '@modelcontextprotocol/server';
import { namesAdvice } from '@protean/formats/nearest.ts';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { CountedPlace } from '../http/guards/counted-place.ts';
import { causeOf, toServiceError } from '../http/failures.ts';
import { progressReporter } from './progress.ts';
import { toolError } from './tool-error.ts';
import { toolResult } from './tool-result.ts';
import type { Tool, ToolCall } from './tool.ts';

/**
 * Supported protocol versions, newest first. If a client requests an unsupported version, the server offers the first
 * version.
 */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Name and version of the server. The file `server.json` has the same version. */
export const serverInfo = { name: 'protean', title: 'Protean', version: '1.0.0' };

/**
 * Cache lifetime of the tool list, in milliseconds. The tool list is the same for all callers, and changes only if the
 * server is updated.
 */
const listedForMs = 3_600_000;

const instructions = `Protean converts files between formats: documents, images, audio, video, spreadsheets, ebooks, archives, fonts, data and subtitles.
1. For a file on your machine, call create_upload and run the returned curl command. Do not send it in base64_content.
2. Call convert_file with the file_id, or with source_url for a file on the web.
3. Download file_url of the response, or show it to the user. It is valid for an hour.
If you are not sure, list_conversions lists the targets of a source format, and list_options the options of a conversion.
Errors explain in error.code and error.message what to do.`;

/** The caller of the tools, and the endpoint's decision about each tool call. */
export interface Caller extends Omit<ToolCall, 'onProgress' | 'onStart'> {
  /** Errors of the calls that the endpoint has rejected, by JSON-RPC request id. */
  refusals: ReadonlyMap<RequestId, ServiceError>;
  /** The place that each admitted call takes in the throttle window, by JSON-RPC request id. */
  places: ReadonlyMap<RequestId, CountedPlace>;
  /** Returns a signal that aborts when another request cancels the request with this id. */
  cancelled: (id: RequestId) => AbortSignal | undefined;
  log: FastifyBaseLogger;
}

export function mcpServer(tools: readonly Tool[], caller: Caller): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    supportedProtocolVersions: protocolVersions,
    instructions,
    cacheHints: {
      'tools/list': { ttlMs: listedForMs, cacheScope: 'public' },
      'server/discover': { ttlMs: listedForMs, cacheScope: 'public' },
    },
  });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ description }) => description) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ description }) => description.name === params.name);
    if (!tool) throw noSuchTool(params.name, tools);
    const refusal = caller.refusals.get(mcpReq.id);
    const place = caller.places.get(mcpReq.id);
    const signals = [mcpReq.signal, caller.signal, caller.cancelled(mcpReq.id)];
    const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
    try {
      if (refusal) throw refusal;
      const answer = await tool.run(params.arguments ?? {}, {
        caller: caller.caller,
        account: caller.account,
        plan: caller.plan,
        idempotencyKey: caller.idempotencyKey,
        requestId: caller.requestId,
        signal,
        onProgress: progressReporter(mcpReq),
        onStart: () => place?.keep(),
      });
      caller.log.info({ tool: params.name }, 'tool answered');
      return toolResult(answer);
    } catch (thrown) {
      const failure = failureOf(thrown, params.name, signal, caller.log);
      await place?.refused(failure.status);
      return toolError(failure);
    }
  });
  return server;
}

function failureOf(thrown: unknown, tool: string, signal: AbortSignal, log: FastifyBaseLogger): ServiceError {
  // If the cleanup after a failure also fails, a SuppressedError is thrown, and the response describes the error of the
  // cleanup.
  const error: unknown = thrown instanceof SuppressedError ? thrown.error : thrown;
  if (signal.aborted && !(error instanceof ServiceError)) {
    log.info({ tool }, 'tool call cancelled');
    return cancelled();
  }
  const failure = toServiceError(error);
  const { code, details, message, status } = failure;
  log[status >= 500 ? 'error' : 'info']({ tool, code, details, cause: causeOf(failure) }, message);
  return failure;
}

/** Error of a cancelled call, which the client does not read. */
function cancelled(): ServiceError {
  return new ServiceError('service_unavailable', 'The call was cancelled.', {
    details: { reason: 'aborted' },
  });
}

function noSuchTool(name: string, tools: readonly Tool[]): ProtocolError {
  const advice = namesAdvice(
    name,
    tools.map(({ description }) => description.name),
    'Available',
  );
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${name.slice(0, 64)}". ${advice}`);
}
