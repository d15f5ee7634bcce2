/** The composition root: configuration becomes services, services become a running server. */
import type { Engine } from '@protean/engines/runtime/engine.ts';
import type { Logger } from 'pino';
import { Accounts } from './accounts/accounts.ts';
import { Keys } from './accounts/keys.ts';
import { openLocalAccount } from './accounts/local-account.ts';
import { planTable } from './accounts/plans.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignUp } from './accounts/sign-up.ts';
import { Billing } from './billing/billing.ts';
import { openBroadcast } from './broadcast/open.ts';
import type { Config } from './config.ts';
import { capabilitiesOf } from './convert/catalogue/capability-names.ts';
import { checkedSources } from './convert/run/conversions.ts';
import { openDatabase } from './db/open.ts';
import { secretNamed } from './db/secrets.ts';
import { openSharedClock } from './db/shared-clock.ts';
import { GuardedFetch } from './egress/outbound.ts';
import { AdmissionControl } from './http/guards/admission.ts';
import { callerOfAccount } from './http/guards/caller.ts';
import { causeOf, toServiceError } from './http/failures.ts';
import { Connections } from './http/connections/connections.ts';
import { listenForMetrics, listenForRequests } from './http/connections/listen.ts';
import { Metrics } from './http/metrics/metrics.ts';
import { observe } from './http/metrics/observe.ts';
import { OwnAddress } from './http/own-address.ts';
import { readinessChecks } from './api/health/readiness-checks.ts';
import { RunningRequests } from './http/running-requests.ts';
import { verificationLink } from './api/accounts/sign-up.ts';
import { buildServer } from './http/server.ts';
import { Shutdown } from './http/connections/shutdown.ts';
import { requireTrustedNetwork } from './http/guards/trusted-network.ts';
import { Watching } from './api/jobs/watching.ts';
import { openJobs } from './jobs/open.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import { freeBytes } from './kit/disk.ts';
import { Encryption } from './kit/encryption.ts';
import { noFailpoints, type Failpoints } from './kit/failpoints.ts';
import { randomId as newId } from './kit/ids.ts';
import { interval } from './kit/interval.ts';
import { systemRandom as random } from './kit/secrets.ts';
import { Lease } from './leases/lease.ts';
import { Idempotency } from './limits/idempotency.ts';
import { Quota } from './limits/quota.ts';
import { ResultObjects } from './storage/result-objects.ts';
import { openThrottle } from './limits/open-throttle.ts';
import { mcpRoutes } from './mcp/route.ts';
import { loadMcpServer } from './mcp/load-server.ts';
import { tools } from './mcp/tools.ts';
import type { MailMessage } from './mail/mail.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { openMail } from './mail/open.ts';
import { AccountDeletion } from './privacy/deletion.ts';
import { AccountExport } from './privacy/export.ts';
import { deletionSteps } from './privacy/deletion-steps.ts';
import { openRedis } from './redis/redis.ts';
import type { CgroupKind } from './sandbox/cgroup.ts';
import type { IsolationLevel } from './sandbox/layout.ts';
import { openStore } from './storage/open.ts';
import { Links, longestLinkSeconds } from './storage/links.ts';
import { OrphanedObjects } from './storage/orphaned-objects.ts';
import { secretKeyIn } from './storage/secret-key.ts';
import { openTracing } from './tracing/open.ts';
import { openUploads } from './uploads/open.ts';
import { openWebhooks } from './webhooks/webhooks.ts';
import { hasEngines, lendEngines, openConversionModule } from './workers/open.ts';

/** How often expired rows and files are removed. */
const sweepEveryMs = 60_000;
/** How often deletions are taken up that were interrupted, or begun by the operator. */
const deletionEveryMs = 5_000;
/** How often it is looked whether accounts with running requests were deleted by another process. */
const lookForDeletedEveryMs = 1_000;

export interface Service {
  /** Where it listens. */
  url: string;
  /** Where the metrics have a listener of their own. */
  metricsUrl: string | undefined;
  /** Stops taking requests; ends those still running after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** What tests put in the place of the real thing. */
export interface TestReplacements {
  clock?: Clock;
  failpoints?: Failpoints;
  /** The engines that are offered at an isolation level. */
  offered?: (level: IsolationLevel) => readonly Engine[];
  /** Control groups of another kind than the machine grants. */
  cgroups?: CgroupKind;
  /** What agents get in place of the tools. */
  agentServer?: typeof loadMcpServer;
}

/** Starts serving. Throws when the database cannot be used, the sandbox does not hold or an address is taken. */
export async function startService(
  config: Config,
  log: Logger,
  {
    clock: replacedClock,
    failpoints = noFailpoints,
    offered,
    cgroups,
    agentServer = loadMcpServer,
  }: TestReplacements = {},
): Promise<Service> {
  const onError = (error: unknown) => log.error(error, 'work in the background failed');
  requireTrustedNetwork(config);
  const address = new OwnAddress(config);
  const baseUrl = () => address.baseUrl;
  const shutdown = new Shutdown();
  const { draining, ending } = shutdown;
  const metrics = new Metrics();
  const sources = hasEngines(config) ? checkedSources(config) : undefined;

  // Closed in reverse order: by `stop`, or at once when something further down cannot be opened.
  await using opened = new AsyncDisposableStack();

  const database = await openDatabase(config, (error) => log.warn(error, 'a database connection broke'));
  opened.defer(() => database.close());
  const clock = replacedClock ?? opened.use(await openSharedClock(database, systemClock, onError));
  const secret = config.secretKey ?? (await secretKeyIn(config.dataDir, random));
  const redis = await openRedis(config.redisUrl, secret, log);
  opened.defer(() => redis?.close());
  const broadcast = opened.use(await openBroadcast(config, { database, redis }));
  const tracing = await openTracing(config, log);
  opened.defer(() => tracing.close());
  const remote = { database, clock, newId, log, tracing, secret };
  const conversions = await openConversionModule(config, remote, { offered, cgroups, sources });
  opened.defer(() => conversions.close());
  const { catalogue, converter, planner, local, directory, workspace } = conversions;
  const { resultCache } = local ?? {};

  const encryption = new Encryption(secret, random);
  const linkKey = await secretNamed('links', {
    database,
    random,
    clock,
    encryption,
    lifeMs: longestLinkSeconds * 1000,
    onReplaced: () => log.warn('SECRET_KEY has changed: earlier links are 404, webhook secrets are void'),
  });
  const links = new Links({ key: linkKey, clock, baseUrl });
  const store = await openStore(config, newId);

  const plans = planTable(config);
  const accounts = new Accounts({ database, plans, clock, newId, random });
  const keys = new Keys({ database, plans, clock, newId, random });
  const sessions = new Sessions({ database, plans, clock });
  const isPrivate = config.installation === 'private';
  const localAccount = await openLocalAccount({ database, clock, plans }, isPrivate);
  const mail = openMail(config, log, clock);
  const mailQueue = new MailQueue(mail, (cause, triesLeft) =>
    log.error({ cause, triesLeft }, 'a message could not be sent'),
  );
  opened.defer(() => mailQueue.close());
  const enqueueMail = (message: MailMessage) => mailQueue.enqueue(message);
  const linkOf = (token: string) => verificationLink(baseUrl(), token);
  const signUp = new SignUp({ database, plans, clock, newId, random, encryption, enqueueMail, linkOf });

  const lease = await Lease.open({ database, clock, newId });
  opened.defer(() => lease.close());
  lease.keepAlive(onError);
  const throttle = openThrottle({ database, redis, clock, onError });
  const quota = new Quota({ database, lease, clock, newId });
  const billing = new Billing({
    // A private installation sells nothing.
    config: isPrivate ? { ...config, stripeSecretKey: undefined } : config,
    database,
    lease,
    clock,
    newId,
    log,
    onError,
    accounts,
    mail,
    failpoints,
    baseUrl,
  });
  const idempotency = new Idempotency({ database, lease, clock, newId, encryption });
  const orphanedObjects = new OrphanedObjects({ database, store, lease });
  const availableBytes = () => freeBytes(config.dataDir) - config.diskReserve;
  const uploadServices = { database, lease, clock, newId, encryption, store, links, orphanedObjects };
  const { uploads, resumableUploads } = await openUploads(config, { ...uploadServices, availableBytes });
  const resultObjects = new ResultObjects({ database, store, clock });
  const sweep = async () => {
    await throttle.sweep();
    await uploads.sweep();
    await idempotency.sweep();
    await signUp.sweep();
    await resultObjects.sweep();
    await resultCache?.sweep();
    await store.sweep(clock.now());
  };
  opened.defer(interval(sweepEveryMs, sweep, onError));
  opened.defer(() => billing.close());

  const outbound = new GuardedFetch({
    allowPrivate: config.webhookAllowPrivate,
    baseUrl: config.baseUrl,
    ownPort: () => address.port,
  });
  const webhooks = openWebhooks({
    database,
    lease,
    clock,
    newId,
    random,
    encryption,
    outbound,
    schedule: config.webhookWaits,
    ending,
    failpoints,
    tracing,
    onError,
    onAttempt: (attempt) => {
      log.info(attempt, 'webhook attempted');
      metrics.attempted(attempt);
    },
  });
  const jobs = openJobs({
    ...{ database, broadcast, lease, clock, newId, encryption, log },
    accounts,
    quota,
    store,
    orphanedObjects,
    links,
    outbound,
    converter,
    planner,
    workspace,
    webhooks,
    tracing,
    failpoints,
    capabilities: local ? capabilitiesOf(local.catalogue) : [],
    settings: config,
  });

  const runningRequests = new RunningRequests();
  const deletion = new AccountDeletion({
    database,
    clock,
    steps: deletionSteps({
      database,
      jobs: jobs.deletion,
      resultObjects,
      abortRequests: (accountId) => runningRequests.abort(accountId),
      further: [
        { name: 'uploads', remove: (accountId) => uploads.removeAllOf(callerOfAccount(accountId)) },
        { name: 'cached results', remove: async (accountId) => resultCache?.removeAllOf(accountId) },
        { name: 'subscription', remove: (accountId) => billing.endSubscriptionOf(accountId) },
      ],
    }),
    onError: (error, step) => log.error({ error, step }, 'a deleted account is not removed yet'),
  });

  opened.defer(interval(deletionEveryMs, () => deletion.sweep(), onError));
  // Another process may have deleted them.
  const forgetDeleted = async () => {
    const known = [...runningRequests.accounts, ...(resultCache?.accounts ?? [])];
    for (const id of await deletion.deletedAmong(known)) {
      runningRequests.abort(id);
      await resultCache?.removeAllOf(id);
    }
  };
  opened.defer(interval(lookForDeletedEveryMs, forgetDeleted, onError));

  const minimumThroughput = { bytesPerSecond: config.slowestBytesPerSecond, seconds: config.slowestSeconds };
  const { connectionsAtOnce, trustProxy } = config;
  const connections = new Connections({ connectionsAtOnce, trustProxy, minimumThroughput });
  const admission = new AdmissionControl(config, config.dataDir);
  observe({
    metrics,
    log,
    jobs,
    converter,
    admission,
    connections,
    local,
    directory,
    webhooks,
    billing,
    redis,
  });
  const watching = new Watching(config);
  const agentTools = tools({
    uploads,
    converter,
    workspace,
    admission,
    quota,
    idempotency,
    jobs: jobs.jobs,
    outbound,
    resultObjects,
    links,
    clock,
    watching,
    draining,
    routes: catalogue.live,
    waitMs: config.mcpWaitMs,
    jobFileBytes: config.jobFileBytes,
  });
  const serverServices = {
    config,
    log,
    clock,
    newId,
    address,
    draining,
    ending,
    minimumThroughput,
    connections,
    admission,
    metrics,
    database,
    plans,
    accounts,
    deletion,
    accountExport: new AccountExport({
      database,
      clock,
      accounts,
      keys,
      jobs: jobs.jobs,
      deliveryLog: webhooks.deliveryLog,
    }),
    runningRequests,
    resultObjects,
    keys,
    localAccount,
    sessions,
    signUp,
    throttle,
    tracing,
    quota,
    billing,
    idempotency,
    catalogue,
    converter,
    workspace,
    store,
    uploads,
    resumableUploads,
    links,
    outbound,
    webhookSecrets: webhooks.secrets,
    deliveryLog: webhooks.deliveryLog,
    jobs: jobs.jobs,
    watching,
    checkReadiness: () => readinessChecks({ database, store, redis, local, directory, config }),
  };
  const server = await buildServer(serverServices, (server) => {
    void server.register(mcpRoutes, {
      serverFor: (caller) => agentServer(agentTools, caller),
      origins: config.mcpOrigins,
      address,
      throttle,
      anonymousPlan: plans.anonymous,
      watching,
      newId,
      draining,
      ending,
    });
  });

  let graceMs = 0;
  const { deliveries } = webhooks;
  const metricsServer = await listenForMetrics(config, { metrics, newId, onError });
  opened.defer(() => metricsServer?.close());
  const lending = await lendEngines(config, local, {
    ...{ ...remote, lease, onError, draining, ending, availableBytes, toServiceError, causeOf },
  });
  opened.defer(() => shutdown.drain({ server, connections, jobs, deliveries, lending }, graceMs));
  await listenForRequests(server, config, address);
  local?.sandbox.prepare();
  jobs.start();
  deletion.sweep().catch(onError);
  if (config.roles.includes('worker')) {
    deliveries.start();
    billing.start();
  }

  if (metricsServer) log.info(`metrics at ${metricsServer.url}`);
  const running = opened.move();
  return {
    url: address.listening,
    metricsUrl: metricsServer?.url,
    stop: async (ms) => {
      graceMs = ms;
      await running.disposeAsync();
    },
  };
}
