/**
 * Tests that the manifests in deploy/kubernetes match the schemas of Kubernetes and KEDA (an autoscaler), are complete,
 * and contain no secrets.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../packages/server/src/config.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { startPostgres } from '../support/storage/databases.ts';
import { closing, fixture, temporaryFolder } from '../support/fixtures.ts';
import { anAccount } from '../support/server/limits-process.ts';
import { mistakesIn, type KubernetesObject } from '../support/server/kubernetes-schemas.ts';

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
const read = (...names: string[]) => readFile(path.join(folder, ...names), 'utf8');

interface Kustomization {
  resources?: string[];
  images?: { name: string }[];
  configMapGenerator?: { name: string; literals: string[] }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

interface Container {
  image: string;
  env: { name: string; value?: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
}

interface Deployment extends KubernetesObject {
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: { containers: [Container] } };
  };
}

const components = ['keda', 'without-user-namespaces'] as const;

const kustomizationOf = async (...names: string[]) =>
  parse(await read(...names, 'kustomization.yaml')) as Kustomization;

async function objectsIn(...names: string[]): Promise<KubernetesObject[]> {
  const { resources = [] } = await kustomizationOf(...names);
  const files = await Promise.all(resources.map((file) => read(...names, file)));
  return files.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS() as KubernetesObject));
}

const manifests = fixture(async () => {
  const objects = await objectsIn();
  const deployments = objects.filter((object): object is Deployment => object.kind === 'Deployment');
  return { objects, deployments, ofKeda: await objectsIn('keda') };
});

const workerOf = (objects: readonly Deployment[]) =>
  structuredClone(objects.find(({ metadata }) => metadata.name === 'protean-worker') ?? assert.fail());

test('each kustomization.yaml lists exactly the manifests in its folder', async () => {
  for (const names of [[], ...components.map((name) => [name])]) {
    const { resources = [] } = await kustomizationOf(...names);
    const files = (await readdir(path.join(folder, ...names))).filter((name) => name.endsWith('.yaml'));
    assert.deepEqual(resources.toSorted(), files.filter((name) => name !== 'kustomization.yaml').sort());
  }
});

test('every object in the Kubernetes manifests matches the schema for its kind', async () => {
  assert.ok(manifests.objects.length > 8);
  assert.deepEqual(await mistakesIn([...manifests.objects, ...manifests.ofKeda]), []);
});

test('the Kubernetes schema check detects wrong values, missing fields and unknown fields', async () => {
  const broken = (change: (worker: Deployment) => void) => {
    const worker = workerOf(manifests.deployments);
    change(worker);
    return mistakesIn([worker]);
  };
  const wrongValue = await broken(({ spec }) => {
    Object.assign(spec.template.spec.containers[0].ports[0] ?? {}, { containerPort: 'http' });
  });
  assert.match(wrongValue.join(), /containerPort/);
  const missing = await broken(({ spec }) => {
    Object.assign(spec, { selector: undefined });
  });
  assert.match(missing.join(), /selector/);
  const mistyped = await broken(({ spec }) => {
    Object.assign(spec.template.spec.containers[0], { readynessProbe: {} });
  });
  assert.match(mistyped.join(), /readynessProbe/);
});

test('the kustomization without-user-namespaces produces a valid worker with SANDBOX=uid', async () => {
  const { patches = [] } = await kustomizationOf('without-user-namespaces');
  const worker = workerOf(manifests.deployments);
  for (const { target, patch } of patches) {
    assert.deepEqual(target, { kind: worker.kind, name: worker.metadata.name });
    for (const change of parse(patch) as JsonPatch[]) apply(change, worker);
  }
  assert.deepEqual(await mistakesIn([worker]), []);
  const { env } = worker.spec.template.spec.containers[0];
  assert.deepEqual(env.at(-1), { name: 'SANDBOX', value: 'uid' });
  assert.ok(!JSON.stringify(worker).includes('Unconfined'));
});

test('the kustomization for KEDA removes only the HorizontalPodAutoscaler of the workers', async () => {
  const { patches = [] } = await kustomizationOf('keda');
  const removed = patches.map(({ target }) => `${target.kind} ${target.name}`);
  assert.deepEqual(removed, ['HorizontalPodAutoscaler protean-worker']);
  const names = manifests.objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.ok(removed.every((name) => names.includes(name)));
});

test('every Kubernetes deployment sets its role, and sets only settings that exist', async () => {
  const known = new Set<string>(Object.values(settings).map(({ name }) => name));
  const { configMapGenerator = [], images = [] } = await kustomizationOf();
  const literals = configMapGenerator.flatMap((map) =>
    map.literals.map((literal) => literal.split('=')[0] ?? ''),
  );
  for (const { spec, metadata } of manifests.deployments) {
    const [container] = spec.template.spec.containers;
    assert.deepEqual(
      images.map(({ name }) => name),
      [container.image],
    );
    const own = container.env.map(({ name }) => name).filter((name) => name !== 'POD_IP');
    assert.deepEqual(
      [...own, ...literals].filter((name) => !known.has(name)),
      [],
    );
    assert.deepEqual(container.envFrom, [
      { configMapRef: { name: configMapGenerator[0]?.name } },
      { secretRef: { name: 'protean' } },
    ]);
    const role = container.env.find(({ name }) => name === 'ROLES');
    assert.equal(`protean-${role?.value}`, metadata.name);
  }
});

test('every selector in the Kubernetes manifests matches the labels of a pod', () => {
  const pods = manifests.deployments.map(({ spec }) => spec.template.metadata.labels);
  for (const { spec } of manifests.deployments)
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels);
  const text = JSON.stringify(manifests.objects);
  const selectors = [...text.matchAll(/"(?:matchLabels|selector)":(\{"app\.kubernetes\.io[^}]*\})/g)];
  assert.ok(selectors.length > 8);
  for (const [, selector = ''] of selectors) {
    const labels = Object.entries(JSON.parse(selector) as Record<string, string>);
    assert.ok(
      pods.some((pod) => labels.every(([name, value]) => pod[name] === value)),
      selector,
    );
  }
});

test('the Kubernetes manifests contain no Secret objects and do not set secret settings', async () => {
  const secret = Object.values(settings).filter((one) => one.secret);
  const files = await Promise.all(
    ['.', ...components].flatMap(async (dir) => {
      const names = await readdir(path.join(folder, dir));
      return Promise.all(names.filter((name) => name.endsWith('.yaml')).map((name) => read(dir, name)));
    }),
  );
  for (const text of files.flat()) {
    assert.doesNotMatch(text, /^kind: Secret$/m);
    for (const { name } of secret)
      assert.ok(!text.includes(`${name}=`) && !text.includes(`name: ${name},`), name);
  }
});

test('the PostgreSQL query for KEDA returns the age of the oldest queued job in seconds', async () => {
  await using stack = new AsyncDisposableStack();
  const postgres = closing(stack, await startPostgres());
  const { DATABASE_URL: databaseUrl } = await postgres.fresh();
  const dataDir = await temporaryFolder(stack);
  const database = closing(stack, await openDatabase({ databaseUrl, dataDir }, () => {}));
  const { query } = database;
  const scaled = manifests.ofKeda[0]?.spec as { triggers: { metadata: { query: string } }[] };
  const asked = scaled.triggers[0]?.metadata.query ?? '';
  const age = async () => {
    const { rows } = await sql<Record<string, string>>`${sql.raw(asked)}`.execute(query);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  assert.equal(await age(), 0);
  await sql`insert into jobs (id, account_id, status, start_tag, created_at, updated_at, expires_at, target_format, reservation_id)
    values ('a', ${await anAccount(database)}, 'queued', 0, ${Date.now() - 60_000}, 0, 0, 'pdf', 'c')`.execute(
    query,
  );
  const seconds = await age();
  assert.ok(seconds >= 60 && seconds < 90, `${seconds} s`);
});

interface JsonPatch {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: unknown;
}

/** Applies a JSON Patch operation (RFC 6902). The function supports only the operations that the manifests use. */
function apply({ op, path: pointer, value }: JsonPatch, object: unknown): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], object);
  if (Array.isArray(parent) && op === 'add' && last === '-') parent.push(value);
  else if (op === 'remove') delete (parent as Record<string, unknown>)[last];
  else {
    assert.ok(op === 'add' || last in (parent as object), pointer);
    (parent as Record<string, unknown>)[last] = value;
  }
}
