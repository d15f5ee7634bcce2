/**
 * Opens the converter for the roles of this process. The converter uses the process's own engines or the engines of
 * worker processes. A process that is only a worker also shares its engines with API processes.
 */
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config.ts';
import type { RouteCatalogue } from '../convert/catalogue/catalogue.ts';
import {
  openConversions,
  requireSandbox,
  sandboxReadiness,
  type ConversionParts,
  type Conversions,
} from '../convert/run/conversions.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { AroundStep } from '../convert/run/step.ts';
import { Workspace } from '../convert/run/workspace.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { Announcement } from './announcement.ts';
import { announcedAddress } from './channel/address.ts';
import { writeCapabilities } from './capabilities.ts';
import { workerChannel } from './channel/channel.ts';
import { WorkerDirectory } from './directory.ts';
import { jobPlanner, type JobPlanner } from './job-planner.ts';
import type { Lease } from '../leases/lease.ts';
import { openListener, type ListenerServices, type TaskListener } from './listener.ts';
import { RemoteConverter } from './remote-converter.ts';
import { TaskClient } from './task-client.ts';

/** The converter, with local or remote engines. */
export interface ConversionModule {
  catalogue: RouteCatalogue;
  converter: AnyConverter;
  planner: JobPlanner;
  workspace: Workspace;
  /** The engines of this process. The value is undefined if this process has no engines. */
  local?: Conversions;
  /** The workers that convert for this process. If the process uses its own engines, `directory` is undefined. */
  directory?: WorkerDirectory;
  close(): Promise<void>;
}

interface RemoteServices {
  database: Database;
  clock: Clock;
  newId: NewId;
  log: Logger;
  tracing: Tracing;
  /** Secret of the installation. */
  secret: string;
}

/**
 * Whether the process runs jobs. A process that runs jobs has its own engines, and also uses them for direct requests.
 */
export const hasEngines = ({ roles }: Pick<Config, 'roles'>): boolean => roles.includes('worker');

/**
 * Whether this process shares its engines with API processes. A process shares its engines if it does not serve clients
 * itself.
 */
export const lendsEngines = ({ roles }: Pick<Config, 'roles'>): boolean => !roles.includes('api');

/**
 * Opens a converter that works below `DATA_DIR/work`. Throws if this process requires an isolated sandbox and has none.
 */
export function openConversionModule(
  config: Config,
  services: RemoteServices,
  parts: ConversionParts,
): Promise<ConversionModule> {
  const workDir = path.join(config.dataDir, 'work');
  return hasEngines(config)
    ? openLocal(config, workDir, services, parts)
    : openRemote(config, workDir, services);
}

async function openLocal(
  config: Config,
  workDir: string,
  { log, tracing }: RemoteServices,
  parts: ConversionParts,
): Promise<ConversionModule> {
  await using opened = new AsyncDisposableStack();
  const readiness = sandboxReadiness(config, ({ id }, error) =>
    log.warn({ warmEngine: id, error }, 'not ready'),
  );
  const local = opened.adopt(
    await openConversions(config, workDir, readiness, { ...parts, aroundStep: traced(tracing) }),
    (one) => one.close(),
  );
  requireSandbox(local, log);
  const { catalogue, converter, workspace } = local;
  const owned = opened.move();
  return { catalogue, converter, planner: converter, workspace, local, close: () => owned.disposeAsync() };
}

async function openRemote(
  { conversionMs, formatsWithout: disabled }: Config,
  workDir: string,
  { database, clock, newId, log, tracing, secret }: RemoteServices,
): Promise<ConversionModule> {
  await using opened = new AsyncDisposableStack();
  const workspace = opened.adopt(await Workspace.open(workDir, newId), (one) => one.close());
  const directory = opened.adopt(new WorkerDirectory({ database, clock, log, disabled }), (one) =>
    one.close(),
  );
  await directory.open();
  const client = opened.adopt(new TaskClient(workerChannel(secret)), (one) => one.close());
  const converter = new RemoteConverter({ directory, client, newId, log, tracing, clock, conversionMs });
  const planner = jobPlanner(directory, converter, disabled);
  const { catalogue } = directory;
  const owned = opened.move();
  return { catalogue, converter, planner, workspace, directory, close: () => owned.disposeAsync() };
}

/** Runs each conversion step within a trace span. */
const traced =
  (tracing: Tracing): AroundStep =>
  ({ engine, from, to }, work) =>
    tracing.span(
      `step ${engine}`,
      { attributes: { 'protean.engine': engine, 'protean.source': from, 'protean.target': to } },
      work,
    );

interface LendingServices extends Omit<ListenerServices, 'converter' | 'workspace' | 'now'> {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  onError: (error: unknown) => void;
  secret: string;
  /** Maximum number of connections from API processes. */
  connectionsAtOnce: number;
}

/** Engines that are shared with API processes. */
export interface LentEngines {
  readonly connections: TaskListener['state'];
  close(): Promise<void>;
}

/**
 * Shares the engines of this process with API processes if `worker` is its only role. Returns undefined if the process
 * also has another role. Closing the returned object waits for running tasks.
 */
export async function lendEngines(
  { roles, workerAddress: { host, port }, conversionsAtOnce: slots }: Config,
  local: Conversions | undefined,
  { database, lease, clock, newId, onError, secret, connectionsAtOnce, ...services }: LendingServices,
): Promise<LentEngines | undefined> {
  if (!local || !lendsEngines({ roles })) return undefined;
  const { catalogue, converter, workspace, probe } = local;
  await using opened = new AsyncDisposableStack();
  const listener = opened.adopt(
    await openListener({ host, port, connections: connectionsAtOnce }, workerChannel(secret), {
      ...{ converter, workspace, ...services },
      now: () => clock.elapsed(),
    }).catch((error: Error) => {
      throw new ConfigError([`WORKER_ADDRESS=${host}:${port}: ${error.message}. Choose another.`]);
    }),
    (one) => one.close(),
  );
  const address = announcedAddress(host, listener.port, networkInterfaces());
  // The announcement is withdrawn before the listener closes. If the listener closed first, API processes would still
  // send tasks, and the listener would reject them.
  opened.adopt(
    await Announcement.open(
      { database, lease, clock, onError, load: () => converter.load.busy + converter.load.waiting },
      { id: newId(), address, capabilities: writeCapabilities(probe.level, catalogue), slots },
    ),
    (one) => one.close(),
  );
  services.log.info({ address }, 'engines are shared with API processes');
  const owned = opened.move();
  return {
    get connections() {
      return listener.state;
    },
    close: () => owned.disposeAsync(),
  };
}
