/** The services that all modules share. The services are opened before the modules and closed after the modules. */
import type { Engine } from '@protean/engines/contract/engine.ts';
import type { Logger } from 'pino';
import { openBroadcast } from './broadcast/open.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import type { Config } from './config.ts';
import { Contributions } from './contributions.ts';
import { checkedSources, type CheckedSources } from './convert/run/conversions.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { openSharedClock } from './db/shared-clock.ts';
import { GuardedFetch } from './egress/outbound.ts';
import { Connections } from './http/connections/connections.ts';
import type { MinimumThroughput } from './http/connections/minimum-throughput.ts';
import { Shutdown } from './http/connections/shutdown.ts';
import { AdmissionControl } from './http/guards/admission.ts';
import { requireTrustedNetwork } from './http/guards/trusted-network.ts';
import { Watching } from './http/guards/watching.ts';
import { Metrics } from './http/metrics/metrics.ts';
import { OwnAddress } from './http/own-address.ts';
import { RunningRequests } from './http/running-requests.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import { connectionsWithin, descriptorLimit } from './kit/descriptors.ts';
import { freeBytes } from './kit/disk.ts';
import { Encryption } from './kit/encryption.ts';
import { noFailpoints, type Failpoints } from './kit/failpoints.ts';
import { randomId, type NewId } from './kit/ids.ts';
import { systemRandom, type RandomBytes } from './kit/secrets.ts';
import { Lease } from './leases/lease.ts';
import type { MailMessage, MailTransport } from './mail/mail.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { openMail } from './mail/open.ts';
import type { loadMcpServer } from './mcp/load-server.ts';
import { openRedis, type Redis } from './redis/redis.ts';
import type { CgroupKind } from './sandbox/cgroup.ts';
import type { IsolationLevel } from './sandbox/isolation/layout.ts';
import { secretKeyIn } from './storage/secret-key.ts';
import { openTracing } from './tracing/open.ts';
import type { Tracing } from './tracing/tracing.ts';
import { hasEngines, lendsEngines } from './workers/open.ts';

export interface Core {
  config: Config;
  log: Logger;
  /** Logs an error of background work. */
  onError: (error: unknown) => void;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  failpoints: Failpoints;
  replacements: TestReplacements;
  /** Secret of the installation, from which its other keys are derived. */
  secret: string;
  /** Paths and isolation settings of sandboxes. The value is undefined in a process without engines. */
  sandboxSources: CheckedSources | undefined;
  encryption: Encryption;
  database: Database;
  lease: Lease;
  redis: Redis | undefined;
  broadcast: Broadcast;
  tracing: Tracing;
  outbound: GuardedFetch;
  mail: MailTransport;
  enqueueMail: (message: MailMessage) => void;
  address: OwnAddress;
  installation: {
    /**
     * Base URL of the service as the client of the current request sees it. Not available before the service
     * listens.
     */
    readonly baseUrl: string;
    /** Whether callers without credentials act as the account `local`. */
    readonly isPrivate: boolean;
    /**
     * Whether plans and credits are sold. If plans and credits are not sold, pages and messages do not mention plans
     * and prices.
     */
    readonly sellsPlans: boolean;
  };
  shutdown: Shutdown;
  /** Aborted when the process stops accepting work. */
  draining: AbortSignal;
  /** Aborted at the end of the grace period, which stops all requests that are still running. */
  ending: AbortSignal;
  connections: Connections;
  /**
   * Maximum number of connections of each listener, which is lower than the maximum number of files that the process
   * may have open.
   */
  connectionsAtOnce: number;
  minimumThroughput: MinimumThroughput;
  admission: AdmissionControl;
  watching: Watching;
  runningRequests: RunningRequests;
  metrics: Metrics;
  /** The contributions of all modules. Available once the modules are open. */
  contributions: Contributions;
  /** Usable bytes on the data folder's disk. */
  availableBytes: () => number;
}

/** Parts of the server that tests replace. */
export interface TestReplacements {
  clock?: Clock;
  failpoints?: Failpoints;
  /** The engines that are offered at an isolation level. */
  offered?: (level: IsolationLevel) => readonly Engine[];
  /** Kind of control groups to use instead of the detected kind. */
  cgroups?: CgroupKind;
  /** The MCP server for agents. */
  agentServer?: typeof loadMcpServer;
}

/**
 * @throws if the database cannot be used, the installation is private on an untrusted network, or sandboxes would
 * expose files of the server
 */
export async function openCore(
  config: Config,
  log: Logger,
  replacements: TestReplacements,
): Promise<Core & AsyncDisposable> {
  const onError = (error: unknown) => log.error(error, 'work in the background failed');
  requireTrustedNetwork(config);
  // Checks the sources of sandboxes before the first file is written to DATA_DIR, which sandboxes must not expose.
  const sandboxSources = hasEngines(config) ? checkedSources(config) : undefined;
  const address = new OwnAddress(config);
  await using opened = new AsyncDisposableStack();
  const shutdown = opened.use(new Shutdown());
  const { draining, ending } = shutdown;
  const infrastructure = await openInfrastructure(opened, { config, log, onError, replacements });
  const minimumThroughput = { bytesPerSecond: config.slowestBytesPerSecond, seconds: config.slowestSeconds };
  const connectionsAtOnce = connectionLimit(config);
  const core: Core = {
    ...{ config, log, onError, replacements, sandboxSources, ...infrastructure },
    ...{ newId: randomId, random: systemRandom, address, shutdown, draining, ending, minimumThroughput },
    failpoints: replacements.failpoints ?? noFailpoints,
    encryption: new Encryption(infrastructure.secret, systemRandom),
    outbound: new GuardedFetch({
      allowPrivate: config.webhookAllowPrivate,
      baseUrl: config.baseUrl,
      ownPort: () => address.port,
    }),
    installation: {
      isPrivate: config.installation === 'private',
      sellsPlans: config.installation !== 'private' && config.stripeSecretKey !== undefined,
      get baseUrl() {
        return address.baseUrl;
      },
    },
    connections: new Connections({ ...config, connectionsAtOnce, minimumThroughput }),
    connectionsAtOnce,
    admission: new AdmissionControl(config, config.dataDir),
    watching: new Watching({ connectionsAtOnce }),
    runningRequests: new RunningRequests(),
    metrics: new Metrics(),
    contributions: new Contributions(),
    availableBytes: () => freeBytes(config.dataDir) - config.diskReserve,
  };
  const owned = opened.move();
  return { ...core, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Returns the maximum number of connections of each listener. A worker gets half of the available connections, because
 * its second listener, for API processes, needs file descriptors too.
 */
function connectionLimit(config: Config): number {
  const room = connectionsWithin(descriptorLimit());
  return Math.min(config.connectionsAtOnce, lendsEngines(config) ? Math.max(1, Math.floor(room / 2)) : room);
}

type Infrastructure = Pick<
  Core,
  'database' | 'clock' | 'secret' | 'redis' | 'broadcast' | 'tracing' | 'mail' | 'enqueueMail' | 'lease'
>;

/**
 * Opens the database and the services that depend on it. `opened` closes the database and the services in reverse
 * order.
 */
async function openInfrastructure(
  opened: AsyncDisposableStack,
  { config, log, onError, replacements }: Pick<Core, 'config' | 'log' | 'onError' | 'replacements'>,
): Promise<Infrastructure> {
  const database = opened.adopt(
    await openDatabase(config, (error) => log.warn(error, 'a database connection broke')),
    (one) => one.close(),
  );
  const clock = replacements.clock ?? opened.use(await openSharedClock(database, systemClock, onError));
  const secret = config.secretKey ?? (await secretKeyIn(config.dataDir, systemRandom));
  const redis = opened.adopt(await openRedis(config.redisUrl, secret, log), (one) => one?.close());
  const broadcast = opened.use(await openBroadcast(config, { database, redis }));
  const tracing = opened.adopt(await openTracing(config, log), (one) => one.close());
  const mail = openMail(config, log, clock);
  const mailQueue = opened.adopt(
    new MailQueue(mail, (cause, triesLeft) => log.error({ cause, triesLeft }, 'a message could not be sent')),
    (one) => one.close(),
  );
  const lease = opened.adopt(await Lease.open({ database, clock, newId: randomId }), (one) => one.close());
  lease.keepAlive(onError);
  const enqueueMail = (message: MailMessage) => mailQueue.enqueue(message);
  return { database, clock, secret, redis, broadcast, tracing, mail, enqueueMail, lease };
}
