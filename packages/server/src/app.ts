/** The composition root: configuration becomes parts, parts become a running service; the only file that sees all. */
import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import { openRegistry } from './accounts/registry.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignUp } from './accounts/sign-up.ts';
import { ConfigError, type Config } from './config.ts';
import { openConversions, sandboxReadiness, refuseExposed, withinIsolation } from './convert/conversions.ts';
import type { Engine } from '@protean/engines/runtime/engine.ts';
import { overloaded } from './errors.ts';
import { Connections } from './http/connections.ts';
import { Hosts } from './http/hosts.ts';
import { AdmissionControl } from './http/admission.ts';
import { openMetricsServer, type MetricsServer } from './http/metrics-server.ts';
import { Metrics } from './http/metrics.ts';
import { readinessChecks } from './http/readiness-checks.ts';
import { linkTo } from './http/routes/sign-up.ts';
import { buildServer } from './http/server.ts';
import { Watching } from './http/watching.ts';
import { openJobs } from './jobs/open.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import { noFailpoints, type Failpoints } from './kit/failpoints.ts';
import { randomId } from './kit/ids.ts';
import { Encryption } from './kit/encryption.ts';
import { interval } from './kit/interval.ts';
import { Lease } from './leases/lease.ts';
import { Idempotency } from './limits/idempotency.ts';
import { Quota } from './limits/quota.ts';
import { Throttle } from './limits/throttle.ts';
import { openMail } from './mail/open.ts';
import { MailQueue } from './mail/mail-queue.ts';
import type { CgroupKind } from './sandbox/cgroup.ts';
import type { IsolationLevel } from './sandbox/layout.ts';
import { secretNamed } from './db/secrets.ts';
import { FolderStore } from './storage/folder.ts';
import { Links, longestLinkSeconds } from './storage/links.ts';
import { secretKeyIn } from './storage/secret-key.ts';
import { GuardedFetch } from './egress/outbound.ts';
import { openWebhooks } from './webhooks/webhooks.ts';

/** How long a client has to finish a head it has begun when the server ends, and later to take the last answer. */
const lastWordsMs = 1_000;
/** How often expired rows and files are removed. */
const sweepEveryMs = 60_000;

export interface Service {
  /** Where it listens. */
  url: string;
  /** Where the metrics have a listener of their own. */
  metricsUrl: string | undefined;
  /** Stops taking requests; ends those still running after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** What a test puts in the place of the real thing. */
export interface TestReplacements {
  clock?: Clock;
  /** What is offered of the engines at a level of the sandbox. */
  offered?: (level: IsolationLevel) => readonly Engine[];
  failpoints?: Failpoints;
  /** Control groups of another kind than the machine grants. */
  cgroups?: CgroupKind;
}

/** Starts serving. Throws when the database cannot be used, the sandbox does not hold or the port is taken. */
export async function startService(
  config: Config,
  log: Logger,
  {
    clock = systemClock,
    offered = withinIsolation,
    failpoints = noFailpoints,
    cgroups: granted,
  }: TestReplacements = {},
): Promise<Service> {
  refuseExposed(config);
  const registry = await openRegistry(config, log, clock);
  const readiness = sandboxReadiness(config, ({ id }, error) =>
    log.warn({ warmWorker: id, error }, 'not ready'),
  );
  const parts = await openConversions(config, path.join(config.dataDir, 'work'), readiness, offered, granted);
  const { catalogue, probe } = parts;
  const { level, held } = probe;
  const cgroups = parts.sandbox.cgroups;
  log[level === 'full' ? 'info' : 'warn'](
    { sandbox: probe.says, level, cgroups, ...held, routes: catalogue.live.all().length },
    'sandbox probed',
  );
  if (!probe.ok) {
    await parts.close();
    await registry.close();
    throw new SandboxMissingError(probe.says);
  }
  const onError = (error: unknown) => log.error(error, 'work in the background failed');
  const secretKey = config.secretKey ?? (await secretKeyIn(config.dataDir, registry.random));
  const encryption = new Encryption(secretKey, registry.random);
  const { database, newId, random } = registry;
  const lease = await Lease.open({ database, clock, newId });
  const throttle = new Throttle({ database, clock, onError });
  const quota = new Quota({ database, clock, newId, lease });
  const idempotency = new Idempotency({ database, clock, newId, lease, encryption });
  const store = await FolderStore.open(path.join(config.dataDir, 'objects'), newId);
  const linkKey = await secretNamed('links', {
    ...{ database, clock, random, encryption },
    lifeMs: longestLinkSeconds * 1000,
    onReplaced: () =>
      log.warn('SECRET_KEY is another one than before: links made until now are 404, webhook secrets void'),
  });
  lease.keepAlive(onError);
  const sweep = async () => {
    await throttle.sweep();
    await idempotency.sweep();
    await store.sweep(clock.now());
  };
  const stopSweeping = interval(sweepEveryMs, sweep, onError);
  const mailQueue = new MailQueue(openMail(config, log, clock), (error, triesLeft) =>
    log.error({ cause: messageOf(error), triesLeft }, 'a letter could not be sent'),
  );
  const baseUrl = () => config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${portOf(server)}`;
  const ending = new AbortController();
  // Every request in flight hangs a listener on it.
  setMaxListeners(0, ending.signal);
  const minimumThroughput = { bytesPerSecond: config.slowestBytesPerSecond, seconds: config.slowestSeconds };
  const connections = new Connections({ ...config, pace: minimumThroughput });
  const admission = new AdmissionControl(config, config.dataDir);
  const { value: key, earlier: earlierKey } = linkKey;
  const links = new Links({ key, ...(earlierKey ? { earlierKey } : {}), clock, baseUrl });
  const outbound = new GuardedFetch({
    ...{ allowPrivate: config.webhookAllowPrivate, baseUrl: config.baseUrl },
    ownPort: () => portOf(server),
  });
  const webhooks = openWebhooks({
    ...{ ...registry, lease, outbound, schedule: config.webhookWaits },
    ...{ encryption, ending: ending.signal, onError, failpoints },
    onAttempt: (attempt) => {
      log.info(attempt, 'webhook attempted');
      metrics.attempted(attempt);
    },
  });
  const jobModule = openJobs({
    ...{ database, lease, clock, newId, encryption, log, accounts: registry.accounts, quota, store, links },
    ...{ outbound, converter: parts.converter, workspace: parts.workspace, webhooks, failpoints },
    settings: config,
  });
  const metrics: Metrics = new Metrics({
    jobs: jobModule.statistics,
    conversions: () => parts.converter.load,
    uploads: () => admission.state,
    traffic: () => connections.traffic,
    boxes: () => parts.sandbox.state,
    sandbox: () => probe,
    deliveries: () => webhooks.deliveries.backlog(),
  });
  parts.converter.watch((end) => metrics.converted(end));
  jobModule.completion.watch((status) => metrics.jobEnded(status));
  const server = buildServer({
    ...parts,
    ...registry,
    ...config,
    ...{ throttle, quota, idempotency, store },
    log,
    newId: randomId,
    minimumThroughput,
    https: config.baseUrl?.startsWith('https:') === true,
    sessions: new Sessions(registry),
    signUp: new SignUp({
      ...registry,
      enqueueMail: (message) => mailQueue.enqueue(message),
      linkOf: (token) => linkTo(baseUrl(), token),
    }),
    routes: catalogue.live,
    plan: registry.plans.anonymous,
    ...{ links, outbound, baseUrl, webhookSecrets: webhooks.secrets },
    ...{ connections, admission, metrics, jobs: jobModule.jobs, watching: new Watching(config) },
    hosts: new Hosts(config),
    serves: config.roles.includes('api'),
    ending: ending.signal,
    readinessChecks: () => readinessChecks(parts, registry, config),
  });
  let metricsServer: MetricsServer | undefined;
  const stop = async (graceMs: number) => {
    const timers = [
      setTimeout(() => connections.endIdle(), lastWordsMs),
      setTimeout(() => ending.abort(overloaded('shutting_down')), graceMs),
      setTimeout(() => connections.endAll(), graceMs + lastWordsMs),
    ];
    await Promise.all([server.close(), metricsServer?.close(), jobModule.stop(graceMs)]);
    await webhooks.deliveries.close();
    timers.forEach(clearTimeout);
    await mailQueue.close();
    await parts.close();
    stopSweeping();
    await lease.close();
    await registry.close();
  };
  try {
    metricsServer = await listenForMetrics(config, { metrics, newId: randomId, onError });
    await listen(`HOST=${config.host}, PORT=${config.port}`, () =>
      server.listen({ host: config.host, port: config.port }),
    );
  } catch (error) {
    await stop(0);
    throw error;
  }
  parts.sandbox.prepare();
  jobModule.start();
  if (config.roles.includes('worker')) webhooks.deliveries.start();
  if (metricsServer) log.info(`metrics at ${metricsServer.url}`);
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(server)}`;
  return { url, metricsUrl: metricsServer?.url, stop };
}

async function listenForMetrics(
  config: Config,
  parts: Pick<Parameters<typeof openMetricsServer>[1], 'metrics' | 'newId' | 'onError'>,
): Promise<MetricsServer | undefined> {
  const { metricsListen: place } = config;
  if (!place) return undefined;
  const { host, port } = place;
  const where = `METRICS_LISTEN=${host.includes(':') ? `[${host}]` : host}:${port}`;
  return listen(where, () => openMetricsServer(place, { ...config, ...parts }));
}

/** Throws what the operator can do about an address that cannot be listened on, named by its settings. */
async function listen<Listening>(where: string, begin: () => Promise<Listening>): Promise<Listening> {
  try {
    return await begin();
  } catch (error) {
    throw new ConfigError([`${where}: ${messageOf(error)}. Choose another.`]);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Untrusted files are never opened outside the box, so without it there is no service. */
export class SandboxMissingError extends Error {
  constructor(says: string) {
    super(
      `The sandbox does not work: ${says}. Nothing is converted outside it; \`script/protean doctor\` shows more.`,
    );
  }
}

function portOf(server: { server: { address(): AddressInfo | string | null } }): number {
  const address = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
