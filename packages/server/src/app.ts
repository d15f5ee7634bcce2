/** The composition root: configuration becomes parts, parts become a running service; the only file that sees all. */
import { setMaxListeners } from 'node:events';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Accounts } from './accounts/accounts.ts';
import { Keys } from './accounts/keys.ts';
import { Sessions } from './accounts/sessions.ts';
import { SignUp } from './accounts/sign-up.ts';
import type { AccountParts } from './accounts/parts.ts';
import { planTable } from './accounts/plans.ts';
import type { Config } from './config.ts';
import { Catalogue } from './convert/catalogue.ts';
import { Converter } from './convert/converter.ts';
import { Workspace } from './convert/workspace.ts';
import { openDatabase } from './db/open.ts';
import { harmlessPart, type Engine } from './engines/engine.ts';
import { engines } from './engines/index.ts';
import { keepersFor } from './engines/warm.ts';
import { overloaded } from './errors.ts';
import { formats } from './formats/formats.ts';
import { Connections } from './http/connections.ts';
import { Intake } from './http/intake.ts';
import { Metrics } from './http/metrics.ts';
import type { PartState } from './http/routes/health.ts';
import { linkPath } from './http/routes/sign-up.ts';
import { buildServer } from './http/server.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import { freeBytes } from './kit/disk.ts';
import { randomId } from './kit/ids.ts';
import { processIsAlive } from './kit/processes.ts';
import { systemRandom } from './kit/secrets.ts';
import { Throttle } from './limits/throttle.ts';
import type { Mail } from './mail/mail.ts';
import { Outbox } from './mail/outbox.ts';
import { Outgoing } from './mail/outgoing.ts';
import { Smtp } from './mail/smtp.ts';
import { cgroupKind, sweepCgroups } from './sandbox/cgroup.ts';
import type { Keeper } from './sandbox/keeper.ts';
import type { Level } from './sandbox/layout.ts';
import { levels } from './sandbox/levels.ts';
import { probeSandbox, type ProbeResult } from './sandbox/probe.ts';
import { seccompFilter, type Machine } from './sandbox/seccomp.ts';
import { Sandbox } from './sandbox/sandbox.ts';

/** How long a client has to finish a head it has begun when the server ends, and later to take the last answer. */
const lastWordsMs = 1_000;

/** Warm programs at rest may take this part of the machine's memory. */
const memoryShare = 8;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What converting takes, without the network side: `protean convert` and the proofs need no more. */
export interface Conversions {
  catalogue: Catalogue;
  converter: Converter;
  sandbox: Sandbox;
  workspace: Workspace;
  probe: ProbeResult;
  close(): Promise<void>;
}

/** What to hold ready ahead of need; nothing where a single command is carried out. */
export interface Readiness {
  /** Bare boxes. */
  boxes: number;
  keepers: readonly Keeper[];
  onFailure: (keeper: Keeper, cause: unknown) => void;
}

/** What a server holds ready, and what a long run of conversions does well to. */
export function readinessFor(config: Config, onFailure: Readiness['onFailure']): Readiness {
  const { conversionsAtOnce: boxes, walls } = config;
  // A program that waits for several jobs needs a tree of its own around it.
  const warm = config.warm && walls === 'required';
  return { boxes, keepers: warm ? keepersFor(boxes, totalmem() / memoryShare) : [], onFailure };
}

/** Opens the parts with their files below `workDir`. */
export async function openConversions(
  config: Config,
  workDir: string,
  { boxes, keepers, onFailure }: Readiness = { boxes: 0, keepers: [], onFailure: () => {} },
  offered: (level: Level) => readonly Engine[] = withinWalls,
): Promise<Conversions> {
  const level = levelOf(config);
  const cgroups = cgroupKind();
  sweepCgroups(cgroups, processIsAlive);
  const workspace = await Workspace.open(workDir, randomId);
  const sandbox = new Sandbox({
    sources: { root, node: process.execPath, filter: seccompFilter(machine()), level },
    cgroups,
    grounds: workspace,
    newId: randomId,
    ready: boxes,
    keepers,
    onFailure,
  });
  const probe = await probeSandbox(sandbox);
  const catalogue = new Catalogue(formats, offered(level));
  const converter = new Converter({ catalogue, sandbox, clock: systemClock, ...config });
  const close = async () => {
    await sandbox.close();
    await workspace.close();
  };
  return { catalogue, converter, sandbox, workspace, probe, close };
}

function machine(): Machine {
  if (process.arch === 'x64' || process.arch === 'arm64') return process.arch;
  throw new Error(`Protean knows the system calls of x64 and arm64, not those of ${process.arch}.`);
}

function levelOf({ walls }: Config): Level {
  return walls === 'required' ? 'full' : walls;
}

/** Where the walls are weak, nothing is offered whose files may name others, call out or run. */
function withinWalls(level: Level): readonly Engine[] {
  return levels[level].trusted ? engines : engines.map(harmlessPart);
}

/** The same in a folder of its own that is gone afterwards, for one command's work. */
export async function withConversions<T>(
  config: Config,
  work: (parts: Conversions) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    const parts = await openConversions(config, dir);
    return await work(parts).finally(() => parts.close());
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Who may convert, in the database they are in: what the operator's commands work on, beside a running server too. */
export interface Registry extends AccountParts {
  accounts: Accounts;
  keys: Keys;
  close(): Promise<void>;
}

/** Opens it, or throws `DatabaseUnusable`. */
export async function openRegistry(config: Config, log: Logger, clock: Clock): Promise<Registry> {
  const database = await openDatabase(config, (error) =>
    log.warn(error, 'a connection to the database broke'),
  );
  const plans = planTable(config);
  const parts = { database, plans, clock, newId: randomId, random: systemRandom };
  return { ...parts, accounts: new Accounts(parts), keys: new Keys(parts), close: () => database.close() };
}

export interface Service {
  /** Where it listens. */
  url: string;
  /** Stops taking requests; ends those still running after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** What a test puts in the place of the real thing. */
export interface Replaced {
  clock?: Clock;
  /** What is offered of the engines at a level of the sandbox. */
  offered?: (level: Level) => readonly Engine[];
}

/** Starts serving. Throws when the database cannot be used, the sandbox does not hold or the port is taken. */
export async function startService(
  config: Config,
  log: Logger,
  { clock = systemClock, offered = withinWalls }: Replaced = {},
): Promise<Service> {
  const registry = await openRegistry(config, log, clock);
  const readiness = readinessFor(config, ({ id }, error) => log.warn({ keeper: id, error }, 'not ready'));
  const parts = await openConversions(config, path.join(config.dataDir, 'work'), readiness, offered);
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
    throw new SandboxMissing(probe.says);
  }
  const outgoing = new Outgoing(openMail(config, log, clock), (error) =>
    log.error({ cause: messageOf(error) }, 'a letter could not be sent'),
  );
  const baseUrl = () => config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${portOf(server)}`;
  const ending = new AbortController();
  // Every request in flight hangs a listener on it.
  setMaxListeners(0, ending.signal);
  const connections = new Connections(config);
  const intake = new Intake(config, config.dataDir);
  const metrics = new Metrics({
    conversions: () => parts.converter.load,
    uploads: () => intake.state,
    traffic: () => connections.traffic,
    boxes: () => parts.sandbox.state,
    sandbox: () => probe,
  });
  parts.converter.watch((end) => metrics.converted(end));
  const server = buildServer({
    ...parts,
    ...registry,
    ...config,
    log,
    newId: randomId,
    https: config.baseUrl?.startsWith('https:') === true,
    sessions: new Sessions(registry),
    signUp: new SignUp({
      ...registry,
      post: (letter) => outgoing.post(letter),
      linkOf: (token) => `${baseUrl()}${linkPath}?token=${token}`,
    }),
    routes: catalogue.live,
    plan: registry.plans.anonymous,
    throttle: new Throttle(clock),
    ...{ connections, intake, metrics },
    ending: ending.signal,
    checkParts: () => checkParts(parts, registry, config),
  });
  await server.listen({ host: config.host, port: config.port });
  parts.sandbox.prepare();
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(server)}`;
  return {
    url,
    async stop(graceMs) {
      const timers = [
        setTimeout(() => connections.endIdle(), lastWordsMs),
        setTimeout(() => ending.abort(overloaded('shutting_down')), graceMs),
        setTimeout(() => connections.endAll(), graceMs + lastWordsMs),
      ];
      await server.close();
      timers.forEach(clearTimeout);
      await outgoing.close();
      await parts.close();
      await registry.close();
    },
  };
}

function openMail({ dataDir, smtpUrl, mailFrom }: Config, log: Logger, clock: Clock): Mail {
  if (smtpUrl) return new Smtp(smtpUrl, mailFrom);
  const onWritten = (file: string) => log.info({ file }, 'a letter is in the outbox');
  const dir = path.join(dataDir, 'outbox');
  return new Outbox({ dir, from: mailFrom, clock, newId: randomId, onWritten });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Untrusted files are never opened outside the box, so without it there is no service. */
export class SandboxMissing extends Error {
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

async function checkFolder(dir: string, reserve: number): Promise<Pick<PartState, 'ok' | 'says'>> {
  try {
    await access(dir, constants.W_OK);
    return (await freeBytes(dir)) < reserve
      ? { ok: false, says: 'the disk of the data folder is full' }
      : { ok: true, says: 'the data folder can be written' };
  } catch {
    return { ok: false, says: 'the data folder cannot be written' };
  }
}

async function checkParts(
  { catalogue, probe }: Conversions,
  { database }: Registry,
  { dataDir, diskReserve }: Config,
): Promise<PartState[]> {
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
  const storage = await checkFolder(dataDir, diskReserve);
  const answers = await database.check().then(
    () => true,
    () => false,
  );
  return [
    {
      part: 'database',
      ok: answers,
      says: answers ? 'the database answers' : 'the database does not answer',
    },
    { part: 'sandbox', ...probe },
    { part: 'storage', ...storage },
    {
      part: 'engines',
      ok: routes > 0,
      says: `${routes} routes${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`,
    },
  ];
}
