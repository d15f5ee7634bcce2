/**
 * Opens tracing if the settings specify a collector. The tracing libraries are loaded only if a collector is specified.
 */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { noTracing, type Tracing } from './tracing.ts';

type TracingConfig = Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otlpServiceName' | 'otlpShare'>;

export async function openTracing(
  config: TracingConfig,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing> {
  const {
    otlpEndpoint: endpoint,
    otlpHeaders: headers,
    otlpServiceName: serviceName,
    otlpShare: share,
  } = config;
  if (endpoint === undefined) return noTracing;
  const { openTelemetry } = await import('./opentelemetry.ts');
  return openTelemetry({ endpoint, headers, serviceName, share, log });
}
