/** The composition root: configuration becomes parts, parts become a running service; the only file that sees all. */
import { setMaxListeners } from 'node:events';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
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
import { engines } from './engines/index.ts';
import { ServiceError } from './errors.ts';
import { formats } from './formats/formats.ts';
import type { PartState } from './http/routes/health.ts';
import { linkTo } from './http/routes/sign-up.ts';
import { buildServer } from './http/server.ts';
import { systemClock, type Clock } from './kit/clock.ts';
import { randomId } from './kit/ids.ts';
import { processIsAlive } from './kit/processes.ts';
import { systemRandom } from './kit/secrets.ts';
import { Throttle } from './limits/throttle.ts';
import type { Mail } from './mail/mail.ts';
import { Outbox } from './mail/outbox.ts';
import { Outgoing } from './mail/outgoing.ts';
import { Smtp } from './mail/smtp.ts';
import { cgroupKind, sweepCgroups } from './sandbox/cgroup.ts';
import { probeSandbox, type ProbeResult } from './sandbox/probe.ts';
import { seccompFilter, type Machine } from './sandbox/seccomp.ts';
import { Sandbox } from './sandbox/sandbox.ts';

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

/** Opens the parts with their files below `workDir`, keeping `ready` boxes started ahead of need. */
export async function openConversions(config: Config, workDir: string, ready: number): Promise<Conversions> {
  const cgroups = cgroupKind();
  sweepCgroups(cgroups, processIsAlive);
  const workspace = await Workspace.open(workDir, randomId);
  const sandbox = new Sandbox({
    sources: { root, node: process.execPath, filter: seccompFilter(machine()) },
    cgroups,
    grounds: workspace,
    newId: randomId,
    ready,
  });
  const probe = await probeSandbox(sandbox);
  const catalogue = new Catalogue(formats, engines);
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

/** The same in a folder of its own that is gone afterwards, for one command's work. */
export async function withConversions<T>(
  config: Config,
  work: (parts: Conversions) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    const parts = await openConversions(config, dir, 0);
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

/** Starts serving. Throws when the database cannot be used, the sandbox does not hold or the port is taken. */
export async function startService(config: Config, log: Logger, clock = systemClock): Promise<Service> {
  const registry = await openRegistry(config, log, clock);
  const parts = await openConversions(config, path.join(config.dataDir, 'work'), config.conversionsAtOnce);
  const { catalogue, probe } = parts;
  log.info({ sandbox: probe.says, routes: catalogue.live.all().length }, 'sandbox probed');
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
      linkOf: (token) => linkTo(baseUrl(), token),
    }),
    routes: catalogue.live,
    plan: registry.plans.anonymous,
    throttle: new Throttle(clock),
    ending: ending.signal,
    checkParts: () => checkParts(parts, registry, config),
  });
  await server.listen({ host: config.host, port: config.port });
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(server)}`;
  return {
    url,
    async stop(graceMs) {
      const impatience = setTimeout(() => ending.abort(shuttingDown()), graceMs);
      await server.close();
      clearTimeout(impatience);
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

function shuttingDown(): ServiceError {
  return new ServiceError('service_unavailable', 'The server is shutting down. Try again shortly.', {
    status: 503,
    details: { reason: 'shutting_down' },
    retryAfter: 5,
  });
}

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

async function checkParts(
  { catalogue, probe }: Conversions,
  { database }: Registry,
  { dataDir }: Config,
): Promise<PartState[]> {
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
  const writable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
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
    {
      part: 'storage',
      ok: writable,
      says: writable ? 'the data folder can be written' : 'the data folder cannot be written',
    },
    {
      part: 'engines',
      ok: routes > 0,
      says: `${routes} routes${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`,
    },
  ];
}
