/** The composition root: opens the core and the modules, and serves the endpoints that they contribute. */
import type { Logger } from 'pino';
import { accountsModule } from './api/accounts/module.ts';
import { formatsModule } from './api/formats/module.ts';
import { usageModule } from './api/usage/module.ts';
import type { Config } from './config.ts';
import { openCore, type Core, type TestReplacements } from './core.ts';
import { listenForMetrics, listenForRequests } from './http/connections/listen.ts';
import { buildServer } from './http/server.ts';
import { interval } from './kit/concurrency/interval.ts';
import { openModules, type OpenModules } from './module.ts';
import { modules } from './modules.ts';

/** Interval for removing expired rows and files, in milliseconds. */
const sweepEveryMs = 60_000;

export type { TestReplacements };

export interface Service {
  /** Address of the service. */
  url: string;
  /** URL of the service for browsers on this machine. */
  openUrl: string;
  /** Number of offered routes. */
  routes: number;
  /** Returns the number of requests in progress. The method `stop` waits for the end of the requests in progress. */
  waiting(): { requests: number };
  /** URL of the separate listener for metrics, if one is configured. */
  metricsUrl: string | undefined;
  /** Stops accepting requests, and aborts requests that still run after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts serving. Throws if the database cannot be used, the sandbox does not isolate, or an address is in use. */
export async function startService(
  config: Config,
  log: Logger,
  replacements: TestReplacements = {},
): Promise<Service> {
  // Opened parts of the app, which are closed in reverse order: by `stop`, or immediately if a later part cannot be
  // opened.
  await using opened = new AsyncDisposableStack();
  const core = opened.use(await openCore(config, log, replacements));
  const open = opened.use(await openModules(modules, core));
  opened.defer(interval(sweepEveryMs, () => sweep(core), core.onError));
  const metricsServer = opened.adopt(await listenForMetrics(config, core), (server) => server?.close());
  const server = await serverOf(core, open);
  let graceMs = 0;
  const drains = core.contributions.all.flatMap(({ drain }) => drain ?? []);
  opened.defer(() => core.shutdown.drain({ server, connections: core.connections, drains }, graceMs));
  await listenForRequests(server, config, core.address);
  for (const { start } of core.contributions.all) await start?.();
  if (metricsServer) log.info(`metrics at ${metricsServer.url}`);
  const running = opened.move();
  return {
    url: core.address.listening,
    openUrl: core.address.defaultUrl,
    routes: open.services(formatsModule).catalogue.live.all().length,
    waiting: () => ({ requests: core.connections.requests }),
    metricsUrl: metricsServer?.url,
    stop: async (ms) => {
      graceMs = ms;
      await running.disposeAsync();
    },
  };
}

async function sweep({ contributions, onError }: Core): Promise<void> {
  for (const { sweep } of contributions.all) await sweep?.().catch(onError);
}

function serverOf(core: Core, open: OpenModules) {
  const { contributions, config, metrics } = core;
  metrics.addGauges(contributions.gauges);
  const { keys, sessions, localAccount, plans } = open.services(accountsModule);
  const { throttle } = open.services(usageModule);
  return buildServer(
    { ...core, keys, sessions, localAccount, throttle, anonymousPlan: plans.anonymous },
    (server) => {
      for (const { commonEndpoints } of contributions.all) commonEndpoints?.(server);
      if (config.roles.includes('api')) for (const { endpoints } of contributions.all) endpoints?.(server);
    },
  );
}
