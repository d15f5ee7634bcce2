/** The OpenAPI document as a server answers it, without a database, a sandbox or engines. */
import { Writable } from 'node:stream';
import { planTable } from '../../packages/server/src/accounts/plans.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { Catalogue } from '../../packages/server/src/convert/catalogue/catalogue.ts';
import { buildServer, type ServerServices } from '../../packages/server/src/http/server.ts';
import { openLog } from '../../packages/server/src/log.ts';
import { mcpRoutes } from '../../packages/server/src/mcp/route.ts';
import { noTracing } from '../../packages/server/src/tracing/tracing.ts';

const config = loadConfig({});
const verdict = { allowed: true, limit: 1, remaining: 1, reset: 0, retryAfter: 0 };

/** What the routes need to be added and this one to answer; they would fail at anything else. */
const services = {
  config,
  log: openLog('error', new Writable({ write: (_chunk, _encoding, done) => done() })),
  newId: () => 'id',
  address: { baseUrl: 'http://localhost:8080', isHttps: false },
  draining: new AbortController().signal,
  minimumThroughput: { bytesPerSecond: 1, seconds: 1 },
  connections: { watch: () => {} },
  metrics: { answered: () => {} },
  plans: planTable(config),
  throttle: { take: () => Promise.resolve(verdict), look: () => Promise.resolve(verdict) },
  tracing: noTracing,
  catalogue: new Catalogue([], []),
} as unknown as ServerServices;

/** As YAML. */
export async function openApiYaml(): Promise<string> {
  const server = await buildServer(services, (server) => {
    void server.register(mcpRoutes, {
      ...services,
      serverFor: () => {
        throw new Error('there are no agents here');
      },
      origins: [],
      anonymousPlan: services.plans.anonymous,
    });
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${address}/openapi.yaml`);
  const text = await response.text();
  await server.close();
  if (!response.ok) throw new Error(text);
  return text;
}
