/** The health module: liveness, readiness and metrics. */
import type { Config } from '../../config.ts';
import type { Core } from '../../core.ts';
import type { Connections } from '../../http/connections/connections.ts';
import type { ReadinessCheck } from '../../http/readiness.ts';
import { defineModule } from '../../module.ts';
import { healthRoutes } from './health.ts';
import { metricsRoutes } from './metrics.ts';

export const healthModule = defineModule({
  name: 'health',
  needs: {},
  open: (core) => {
    const { config, metrics, contributions, admission, connections, redis } = core;
    return {
      services: undefined,
      commonEndpoints: (server) => {
        void server.register(healthRoutes, {
          checkReadiness: (asked) => contributions.readiness(asked),
          adminToken: config.adminToken,
        });
        void server.register(metricsRoutes, { metrics, adminToken: config.adminToken });
      },
      readiness: () => checkCore(core),
      gauges: [
        {
          name: 'protean_uploads',
          help: 'Uploads being received.',
          is: 'gauge',
          read: () => admission.state.uploads,
        },
        {
          name: 'protean_upload_bytes',
          help: 'Bytes of the files being received and converted.',
          is: 'gauge',
          read: () => admission.state.bytes,
        },
        {
          name: 'protean_http_connections',
          help: 'Open connections.',
          is: 'gauge',
          read: () => connections.traffic.connections,
        },
        {
          name: 'protean_http_connections_refused_total',
          help: 'Connections closed because there were too many.',
          is: 'counter',
          read: () => connections.traffic.refused,
        },
        {
          name: 'protean_http_received_bytes_total',
          help: 'Bytes received.',
          is: 'counter',
          read: () => connections.traffic.bytesIn,
        },
        {
          name: 'protean_http_sent_bytes_total',
          help: 'Bytes sent.',
          is: 'counter',
          read: () => connections.traffic.bytesOut,
        },
        {
          name: 'protean_redis_answers',
          help: 'Whether Redis responds. While it does not, the database counts requests.',
          is: 'gauge',
          read: () => redis && Number(redis.answers),
        },
      ],
    };
  },
});

async function checkCore({ database, redis, connections, config }: Core): Promise<ReadinessCheck[]> {
  const ok = await database.check().then(
    () => true,
    () => false,
  );
  const says = ok ? 'the database responds' : 'the database does not respond';
  const checks: ReadinessCheck[] = [{ part: 'database', ok, says }, checkConnections(connections, config)];
  if (!redis) return checks;
  const answers = await redis.check();
  const redisSays = answers
    ? 'Redis responds'
    : 'Redis does not respond: the database counts in the meantime, and the server stays ready';
  return [...checks, { part: 'redis', ok: answers, says: redisSays, optional: true }];
}

function checkConnections({ traffic, max }: Connections, { connectionsAtOnce }: Config): ReadinessCheck {
  const lowered =
    max < connectionsAtOnce ? '; CONNECTIONS_AT_ONCE does not fit into the limit of open files' : '';
  const says = `${traffic.connections} of ${max} connections${lowered}`;
  return { part: 'connections', ok: traffic.connections < max, says, optional: true };
}
