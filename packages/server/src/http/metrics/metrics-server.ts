/** Serves GET /metrics, and nothing else, on a separate listener (`METRICS_LISTEN`) without a token. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError, unmetExpectation } from '../../errors.ts';
import type { NewId } from '../../kit/ids.ts';
import { Connections } from '../connections/connections.ts';
import { Hosts } from '../guards/hosts.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  /** URL of the metrics. */
  url: string;
  close(): Promise<void>;
}

interface MetricsServerSettings {
  /** Address to listen on. */
  host: string;
  port: number;
  baseUrl: string | undefined;
  allowedHosts: readonly string[];
  /** Timeout for receiving a request, in milliseconds. */
  headersMs: number;
}

interface MetricsServerServices {
  metrics: Metrics;
  newId: NewId;
  /** Called on internal errors. */
  onError: (error: unknown) => void;
}

/**
 * Maximum number of open connections of the metrics server. Connections to the public service do not count towards this
 * limit.
 */
const connectionsAtOnce = 64;
const minimumThroughput = { bytesPerSecond: 1_024, seconds: 10 };

/** Starts the server. Rejects if the server cannot listen on the address. */
export async function openMetricsServer(
  { host, port, baseUrl, allowedHosts, headersMs }: MetricsServerSettings,
  { metrics, newId, onError }: MetricsServerServices,
): Promise<MetricsServer> {
  const hosts = new Hosts({ host, baseUrl, allowedHosts });
  const begin = (response: ServerResponse) =>
    response.setHeader('X-Request-Id', newId()).setHeader('X-Content-Type-Options', 'nosniff');
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: headersMs,
    connectionsCheckingInterval: 1_000,
  };
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    begin(response);
    answer(request, response, hosts, metrics).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) onError(error);
      sendFailure(response, error instanceof ServiceError ? error : unreadable());
    });
  });
  server.on('checkExpectation', (_request, response) => {
    sendFailure(begin(response), unmetExpectation());
  });
  new Connections({ connectionsAtOnce, trustProxy: [], minimumThroughput }).watch(server);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${own}/metrics`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: Hosts,
  metrics: Metrics,
): Promise<void> {
  hosts.check(request);
  if (request.url?.split('?')[0] !== '/metrics')
    throw new ServiceError('not_found', 'Not found. Only GET /metrics is available.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    const details = { allow: 'GET, HEAD' };
    throw new ServiceError('bad_request', 'Only GET and HEAD are allowed.', { status: 405, details });
  }
  const text = await metrics.text();
  response.setHeader('Content-Type', metrics.contentType).setHeader('Cache-Control', 'no-store').end(text);
}

function sendFailure(response: ServerResponse, failure: ServiceError): void {
  response.statusCode = failure.status;
  // Closes the connection after the response, so that the server does not wait for a body that is still being sent.
  response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Connection', 'close');
  response.end(JSON.stringify(failure.toEnvelope()));
}

const unreadable = () => new ServiceError('internal_error', 'The metrics could not be read. See the log.');
