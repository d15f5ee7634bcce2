/** Has the metrics and the log tell what the services do. */
import type { Logger } from 'pino';
import type { Billing } from '../../billing/billing.ts';
import type { AnyConverter } from '../../convert/run/any-converter.ts';
import type { Conversions } from '../../convert/run/conversions.ts';
import type { JobModule } from '../../jobs/open.ts';
import type { Redis } from '../../redis/redis.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { WorkerDirectory } from '../../workers/directory.ts';
import type { AdmissionControl } from '../guards/admission.ts';
import type { Connections } from '../connections/connections.ts';
import type { Metrics } from './metrics.ts';

interface ObservedServices {
  metrics: Metrics;
  log: Pick<Logger, 'info'>;
  jobs: Pick<JobModule, 'statistics' | 'completion'>;
  converter: Pick<AnyConverter, 'load'>;
  admission: Pick<AdmissionControl, 'state'>;
  connections: Pick<Connections, 'traffic'>;
  /** The engines of this process, or the workers whose engines it uses. */
  local: Pick<Conversions, 'sandbox' | 'probe' | 'converter'> | undefined;
  directory: Pick<WorkerDirectory, 'size'> | undefined;
  webhooks: Pick<Webhooks, 'deliveries'>;
  billing: Pick<Billing, 'status'>;
  redis: Pick<Redis, 'answers'> | undefined;
}

export function observe(services: ObservedServices): void {
  const { metrics, log, jobs, converter, admission, connections, local, directory } = services;
  const { webhooks, billing, redis } = services;
  metrics.addGauges({
    jobs: jobs.statistics,
    conversions: () => converter.load,
    uploads: () => admission.state,
    traffic: () => connections.traffic,
    sandboxes: () => local?.sandbox.state ?? {},
    sandbox: () => local?.probe,
    workers: () => directory?.size,
    redis: () => redis?.answers,
    deliveries: () => webhooks.deliveries.backlog(),
    billing: () => billing.status(),
  });
  // Of conversions by workers these tell themselves.
  local?.converter.watch((end) => metrics.converted(end));
  local?.converter.watch(({ route: { source, target }, tried, causes, outcome }) => {
    if (tried.length > 0) log.info({ source, target, outcome, tried, causes }, 'more than one way was tried');
  });
  local?.converter.reporter.watch((unread) => log.info(unread, 'not all facts of a file were read'));
  jobs.completion.watch((status) => metrics.jobEnded(status));
}
