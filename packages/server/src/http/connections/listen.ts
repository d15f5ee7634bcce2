/**
 * Listens on two configured addresses: one for requests and one for metrics. If listening fails, the error names the
 * settings that configure the address.
 */
import type { FastifyInstance } from 'fastify';
import { ConfigError, type Config } from '../../config.ts';
import type { NewId } from '../../kit/ids.ts';
import { openMetricsServer, type MetricsServer } from '../metrics/metrics-server.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { OwnAddress } from '../own-address.ts';

/** Listens for requests and stores the port in `address`. Throws {@link ConfigError}. */
export async function listenForRequests(
  server: FastifyInstance,
  { host, port }: Config,
  address: OwnAddress,
): Promise<void> {
  await namingSettings(`HOST=${host}, PORT=${port}`, () => server.listen({ host, port }));
  const bound = server.server.address();
  if (typeof bound === 'object' && bound) address.port = bound.port;
}

/** Listens for metrics. Returns undefined if `METRICS_LISTEN` is not set. Throws {@link ConfigError}. */
export async function listenForMetrics(
  config: Config,
  services: { metrics: Metrics; newId: NewId; onError: (error: unknown) => void },
): Promise<MetricsServer | undefined> {
  const { metricsListen: at, baseUrl, allowedHosts, headersMs } = config;
  if (!at) return undefined;
  const { host, port } = at;
  return namingSettings(`METRICS_LISTEN=${host.includes(':') ? `[${host}]` : host}:${port}`, () =>
    openMetricsServer({ host, port, baseUrl, allowedHosts, headersMs }, services),
  );
}

async function namingSettings<Listening>(
  settings: string,
  begin: () => Promise<Listening>,
): Promise<Listening> {
  try {
    return await begin();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${settings}: ${cause}. Choose another.`]);
  }
}
