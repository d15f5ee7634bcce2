/**
 * Makes an installation with a completed job, a running job, a queued job, and a job that has lost its file. Makes a
 * backup of the installation.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pandocScript, startWithPandoc } from '../server/altered-machine.ts';
import { backUp, openInstallations, type MadeBackup } from './backups.ts';
import type { DatabaseKind } from './databases.ts';
import { closing, fixture, temporaryFolder } from '../fixtures.ts';
import { accepted, ended, jobOf, submit } from '../jobs/jobs.ts';
import { openRegistry } from './registry.ts';
import { answerOf, startService, until } from '../server/service.ts';
import { signIn } from '../accounts/sessions.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  usageOf,
  type Customer,
  type Served,
  type TestApp,
} from '../server/test-app.ts';

type Settings = Record<string, string>;

const settings = { JOBS_AT_ONCE: '1', CONVERSIONS_AT_ONCE: '2' };

/** Source of a program that replaces pandoc and never ends. */
const endless = pandocScript('time.sleep(3600)');

const toHtml = [
  ['file', new File(['# A title\n'], 'a.md')],
  ['target', 'html'],
] as const;

export interface BackupScene {
  app: TestApp;
  who: Customer;
  /** Creates an empty installation with the same kind of database, and returns its settings. */
  empty: () => Promise<Settings>;
  /** Returns the path of a file or folder with this name in a temporary folder. */
  place: (name: string) => string;
  /**
   * Ids of jobs. Each field is named after the state of its job during the backup. The source file of the job `lost` is
   * missing.
   */
  completed: string;
  running: string;
  queued: string;
  lost: string;
  link: string;
  cookie: string;
  usage: Record<string, unknown>;
  ledger: unknown;
  made: MadeBackup;
}

export const backupScene = (kind: DatabaseKind): BackupScene =>
  fixture(async (stack) => {
    const dir = await temporaryFolder(stack);
    const place = (name: string) => path.join(dir, name);
    const { empty } = await openInstallations(stack, kind);
    await writeFile(place('endless'), endless, { mode: 0o755 });
    const app = closing(
      stack,
      await openTestApp(kind, settings, (env) => startWithPandoc(place('endless'), env)),
    );
    // Stops the server with SIGINT, which does not wait for running conversions. The conversions that this server runs
    // never end.
    stack.defer(async () => void (await app.service.stop('SIGINT')));
    const who = await app.customer('hobby', busy);
    const cookie = await signIn(app.service, 'visitor@example.com');
    const completed = await accepted(submit(app, who));
    const { result } = await ended(app, who, completed);
    await convertOnce(app, who);
    const running = await accepted(submit(app, who, toHtml));
    await until('it runs', 20_000, async () => (await jobOf(app, who, running)).status === 'processing');
    const queued = await accepted(submit(app, who, toYaml('{"b":2}')));
    const lost = await accepted(submit(app, who, toYaml('{"c":3}')));
    await rm(await objectPath(app, 'upload', lost));
    const [made, usage, ledger] = [
      await backUp(app.env, place('backup')),
      await usageOf(app, who),
      await ledgerOf(app.env),
    ];
    return {
      ...{ app, who, empty, place, completed, running, queued, lost, cookie, usage, ledger, made },
      link: result?.file_url ?? '',
    };
  });

/** Starts a server with the settings `env` and `more`, calls `work`, and stops the server. */
export async function withServer(
  env: Settings,
  more: Settings,
  work: (app: Served & { env: Settings }) => Promise<void>,
): Promise<void> {
  const service = await startService({ ...env, ...more });
  try {
    await work({ service, env });
  } finally {
    await service.close();
  }
}

/** Always sends the same request with the same idempotency key. The response contains a link to a stored object. */
export const convertOnce = (app: Served, who: Customer) =>
  ask(app, '/v1/convert', who, {
    fields: toYaml('{"d":4}'),
    headers: { 'Idempotency-Key': 'once', Accept: 'application/json' },
  });

export async function download(app: Served, link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  return (await answerOf(await fetch(app.service.url + pathname + search))).body.toString();
}

export async function ledgerOf(env: Settings): Promise<unknown> {
  const registry = await openRegistry(env);
  const rows = await registry.database.query.selectFrom('ledger').selectAll().orderBy('id').execute();
  await registry.close();
  return rows;
}

/** Resolves with the path at which the server stores the uploaded file or the result of a job. */
export async function objectPath(
  app: TestApp,
  column: 'upload' | 'result_object',
  job: string,
): Promise<string> {
  const row = await app.registry.database.query
    .selectFrom('jobs')
    .select(column)
    .where('id', '=', job)
    .executeTakeFirstOrThrow();
  const [folder = '', ...id] = String((row as Record<string, unknown>)[column]).split('-');
  return path.join(app.service.dataDir, 'objects', folder, id.join('-'));
}
