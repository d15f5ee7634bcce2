/** Starts a server with a database of the requested kind, and creates accounts directly in the database. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import type { PaidPlanName, OwnNumbers } from '../../../packages/server/src/accounts/plans.ts';
import { openDatabases, type DatabaseKind } from '../storage/databases.ts';
import { onEachDatabase } from '../fixtures.ts';
import { answerOf, startService, until, type Answer, type Service } from './service.ts';
import { openRegistry, type Registry } from '../storage/registry.ts';

export interface Customer {
  id: string;
  key: string;
}

export interface TestApp {
  service: Service;
  registry: Registry;
  /** Settings of the service. `protean admin` uses the settings to access the accounts of this service. */
  env: Record<string, string>;
  /** Creates an account on the price plan `plan`. The limits in `own` replace the limits of the plan. */
  customer(plan?: PaidPlanName, own?: OwnNumbers): Promise<Customer>;
  /** Stops the server with `signal`, and starts another server with the same data. */
  restart(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/** The part of an app that a request needs. */
export type Served = Pick<TestApp, 'service'>;

/**
 * Opens a test app: a server with an empty database. `start` replaces the function that starts the server, for example
 * to start it on an altered machine.
 */
export async function openTestApp(
  kind: DatabaseKind,
  settings: Record<string, string> = {},
  start: (env: Record<string, string>) => Promise<Service> = startService,
): Promise<TestApp> {
  const databases = await openDatabases(kind);
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
  const env = { ...settings, DATA_DIR: dir, ...(await databases.fresh()) };
  const registry = await openRegistry(env);
  let made = 0;
  const app: TestApp = {
    service: await start(env),
    registry,
    env,
    async customer(plan = 'free', own = {}) {
      made += 1;
      const { account, key } = await registry.accounts.create(`customer${made}@example.com`, plan);
      await registry.accounts.setPlan(account.id, plan, own);
      return { id: account.id, key };
    },
    async restart(signal) {
      await app.service.stop(signal);
      app.service = await start(env);
    },
    async close() {
      await app.service.close();
      await registry.close();
      await databases.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return app;
}

/** Account limits that are so high that tests are never throttled. */
export const busy = { requests_per_minute: 100_000 };

/** The context of a test: an app and one of its customers. */
export interface TestContext {
  app: TestApp;
  customer: Customer;
}

/**
 * Declares the tests once for each kind of database. The tests use an app with an empty database, and a customer who is
 * never throttled.
 */
export function inEachTestApp(
  declare: (here: TestContext) => void,
  { settings = {}, own = busy }: { settings?: Record<string, string>; own?: OwnNumbers } = {},
): void {
  onEachDatabase(
    (kind) => {
      // Empty until the hook `before` has run. Code outside of the tests must not read this test context.
      const here = {} as TestContext;
      before(async () => {
        here.app = await openTestApp(kind, settings);
        here.customer = await here.app.customer('hobby', own);
      });
      declare(here);
      after(async () => {
        const isEmpty = async () => (await here.app.service.jobFolders()).length === 0;
        await until('the work folder is empty', 5_000, isEmpty).finally(() => here.app.close());
      });
    },
    { parallel: true },
  );
}

type Fields = readonly (readonly [string, File | string])[];

/**
 * Sends a request with the customer's API key, and returns the response. If `fields` is given, posts them as a form.
 */
export async function ask(
  app: Served,
  place: string,
  { key }: Pick<Customer, 'key'>,
  { fields, headers = {}, ...init }: RequestInit & { fields?: Fields; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of fields ?? []) body.append(name, value);
  const response = await fetch(app.service.url + place, {
    ...(fields ? { method: 'POST', body } : {}),
    ...init,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  return answerOf(response);
}

/**
 * Opens an app for all tests of a file. Returns a function that converts a file as a customer who is never throttled.
 */
export function openConverter(): (
  file: File,
  target: string,
  options?: Readonly<Record<string, string>>,
) => Promise<Answer> {
  // Empty until the hook `before` has run. Only code within a test may read the fields of this test context.
  const here = {} as TestContext;
  before(async () => {
    here.app = await openTestApp('sqlite');
    here.customer = await here.app.customer('hobby', busy);
  });
  after(() => here.app.close());
  return (file, target, options = {}) =>
    ask(here.app, '/v1/convert', here.customer, {
      fields: [['file', file], ['target', target], ...Object.entries(options)],
    });
}

/**
 * Works like {@link openConverter}, but the returned function takes content in the format `source`, asserts that the
 * conversion succeeds, and returns the result.
 */
export function openContentConverter(): (
  content: string | Buffer,
  source: string,
  target: string,
) => Promise<Buffer> {
  const convert = openConverter();
  return async (content, source, target) => {
    const file = new File([new Uint8Array(Buffer.from(content))], `a.${source}`);
    const { status, error, body } = await convert(file, target);
    assert.equal(status, 200, error.message);
    return body;
  };
}

/** Returns the form fields of a request that converts a small file quickly. */
export const toYaml = (content = '{"a":1}', name = 'a.json'): Fields => [
  ['file', new File([content], name)],
  ['target', 'yaml'],
];

/** Resolves with the field `conversions` in the response to `GET /v1/usage`. */
export async function usageOf(app: Served, customer: Customer): Promise<Record<string, unknown>> {
  const { body } = await ask(app, '/v1/usage', customer);
  return (JSON.parse(body.toString()) as { conversions: Record<string, unknown> }).conversions;
}
