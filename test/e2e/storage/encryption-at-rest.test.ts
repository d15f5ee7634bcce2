/** Secrets in the database are encrypted with `SECRET_KEY`, on SQLite and PostgreSQL. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fingerprint } from '../../../packages/server/src/limits/idempotency-key.ts';
import { newToken, systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { toYaml } from '../../support/server/test-app.ts';
import { databaseKinds, openDatabases, type TestDatabases } from '../../support/storage/databases.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { answerOf } from '../../support/server/service.ts';
import { openRegistry, type Registry } from '../../support/storage/registry.ts';

const hours = 3_600_000;
const keys = { SECRET_KEY: 'one secret key that is long enough' };
const otherKeys = { SECRET_KEY: 'another secret key, long enough too' };

for (const kind of databaseKinds) {
  describe(kind, () => {
    let databases: TestDatabases;
    let dir: string;
    let env: Record<string, string>;
    let registry: Registry;
    let bearer: string;

    before(async () => {
      databases = await openDatabases(kind);
      dir = await mkdtemp(path.join(tmpdir(), 'protean-sealed-'));
      env = { ...(await databases.fresh()), DATA_DIR: dir, RATE_OVERRIDES: '{"free":1000,"anonymous":1000}' };
      registry = await openRegistry(env);
      ({ key: bearer } = await registry.accounts.create('ada@example.com', 'free'));
    });

    after(async () => {
      await registry.close();
      await databases.close();
      await rm(dir, { recursive: true, force: true });
    });

    /** Starts a server, runs `work` with it, stops the server, and returns the result of `work`. */
    async function served<T>(
      settings: Record<string, string>,
      work: (service: InProcessService) => Promise<T>,
    ): Promise<T> {
      const service = await startInProcess({ ...env, ...settings });
      try {
        return await work(service);
      } finally {
        await service.close();
      }
    }

    async function convert({ url }: InProcessService, idempotencyKey: string) {
      const body = new FormData();
      for (const [name, value] of toYaml()) body.append(name, value);
      const headers = {
        Authorization: `Bearer ${bearer}`,
        Accept: 'application/json',
        'Idempotency-Key': idempotencyKey,
      };
      const answer = await answerOf(await fetch(`${url}/v1/convert`, { method: 'POST', headers, body }));
      assert.equal(answer.status, 200, answer.error.message);
      const { file_url } = JSON.parse(answer.body.toString()) as { file_url: string };
      return { link: new URL(file_url), replayed: answer.headers.get('idempotent-replayed') === 'true' };
    }

    /**
     * Requests the link and returns the HTTP status. Uses the server's current port, because the port changes with each
     * start.
     */
    const open = async ({ url }: InProcessService, { pathname, search }: URL) =>
      (await fetch(url + pathname + search)).status;

    const secrets = async () =>
      (await registry.database.query.selectFrom('secrets').select('value').execute()).map(
        ({ value }) => value,
      );

    /** Returns the link with a signature made with `key`. */
    function signedWith(key: string, link: URL): URL {
      const signed = new URL(link);
      const payload = `GET\n${link.pathname.slice('/files/'.length)}\n${link.searchParams.get('expires')}`;
      signed.searchParams.set('signature', createHmac('sha256', key).update(payload).digest('base64url'));
      return signed;
    }

    test('signing keys and link signatures are not stored in the database as plain text', async () => {
      const { link } = await served(keys, (service) => convert(service, 'a'));
      const stored = [
        ...(await secrets()),
        ...(await registry.database.query.selectFrom('idempotency_keys').select('answer').execute()).map(
          ({ answer }) => answer ?? '',
        ),
      ];
      assert.equal(stored.length, 2);
      for (const text of stored) {
        assert.match(text, /^sealed:/);
        assert.ok(!text.includes(link.searchParams.get('signature') ?? assert.fail()));
      }
      for (const value of await secrets())
        assert.notEqual(signedWith(value, link).href, link.href, 'what is stored signs nothing');
    });

    test('links and stored responses survive a restart with the same SECRET_KEY', async () => {
      const { link } = await served(keys, (service) => convert(service, 'b'));
      await served(keys, async (service) => {
        assert.equal(await open(service, link), 200);
        const again = await convert(service, 'b');
        assert.deepEqual([again.replayed, again.link.search], [true, link.search]);
        assert.ok(!service.log().includes('SECRET_KEY'));
      });
    });

    test('a changed SECRET_KEY invalidates earlier links and stored responses', async () => {
      const { link } = await served(keys, (service) => convert(service, 'c'));
      const before = await secrets();
      await served(otherKeys, async (service) => {
        assert.match(service.log(), /SECRET_KEY has changed/);
        assert.equal(await open(service, link), 404);
        const again = await convert(service, 'c');
        assert.equal(again.replayed, false);
        assert.equal(await open(service, again.link), 200);
      });
      assert.notDeepEqual(await secrets(), before);
      await served(otherKeys, async (service) => {
        assert.ok(!service.log().includes('SECRET_KEY has changed'));
        assert.equal((await convert(service, 'c')).replayed, true);
      });
    });

    test('replaces a signing key that an earlier version stored unencrypted, and keeps old links valid', async () => {
      const clear = newToken(systemRandom);
      await registry.database.query.deleteFrom('secrets').execute();
      await registry.database.query.insertInto('secrets').values({ name: 'links', value: clear }).execute();
      const old = await served(keys, async (service) => {
        const { link } = await convert(service, 'd');
        const madeBefore = new URL(link);
        madeBefore.searchParams.set('expires', String(Number(link.searchParams.get('expires')) - 60));
        const earlier = signedWith(clear, madeBefore);
        assert.notEqual(signedWith(clear, link).href, link.href, 'no link is signed with it any more');
        assert.equal(await open(service, link), 200);
        assert.equal(await open(service, earlier), 200);
        return { link, earlier };
      });
      for (const value of await secrets()) assert.ok(!value.includes(clear));
      if (kind === 'sqlite')
        await served(keys, async (service) => {
          assert.equal(await open(service, old.link), 200);
          assert.equal(await open(service, old.earlier), 200);
          const later = new URL(old.earlier);
          later.searchParams.set('expires', String(Math.ceil(Date.now() / 1000) + 48 * 3_600));
          assert.equal(await open(service, signedWith(clear, later)), 404, 'none lives longer than 24 hours');
          service.pass(24 * hours);
          assert.equal(await open(service, old.earlier), 404);
        });
    });

    test('replays a response that an earlier version stored unencrypted', async () => {
      const { query } = registry.database;
      await served(keys, async (service) => {
        await convert(service, 'e');
        const link = 'http://localhost/files/from-before';
        const answer = JSON.stringify({ status: 200, headers: {}, body: JSON.stringify({ file_url: link }) });
        await query.updateTable('idempotency_keys').set({ answer }).where('key', '=', 'e').execute();
        const again = await convert(service, 'e');
        assert.deepEqual([again.replayed, again.link.href], [true, link]);
      });
    });

    const fingerprintOf = async (key: string) =>
      (
        await registry.database.query
          .selectFrom('idempotency_keys')
          .select('fingerprint')
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
      ).fingerprint;

    test('does not store a request fingerprint as a plain digest', async () => {
      const plain = fingerprint('/v1/convert', {
        ...{ target: 'yaml', extension: 'json', options: {} },
        digest: createHash('sha256').update('{"a":1}').digest('hex'),
      });
      await served(keys, async (service) => {
        for (const key of ['f', 'g']) await convert(service, key);
        const stored = [await fingerprintOf('f'), await fingerprintOf('g')];
        assert.ok(!stored.some((text) => text?.includes(plain)), 'it is not the plain digest');
        assert.notEqual(stored[0], stored[1], 'the same request looks different under another key');
        assert.equal((await convert(service, 'f')).replayed, true);
        // Stores the fingerprint as an earlier version did.
        const old = registry.database.query.updateTable('idempotency_keys').set({ fingerprint: plain });
        await old.where('key', '=', 'g').execute();
        assert.equal((await convert(service, 'g')).replayed, true);
      });
    });

    test('webhook URL paths are not stored in the database as plain text', async () => {
      const address = 'http://127.0.0.1:4567/hooks/who-knows-this-may-post';
      const { query } = registry.database;
      const jobs = { ...keys, WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' };
      const call = ({ url }: InProcessService, place: string, init?: RequestInit) =>
        fetch(url + place, { ...init, headers: { Authorization: `Bearer ${bearer}` } });
      const recordOf = async (service: InProcessService, id: string) => {
        const response = await call(service, `/v1/jobs/${id}?wait=30`);
        assert.equal(response.status, 200);
        return (await response.json()) as Record<string, unknown>;
      };
      const id = await served(jobs, async (service) => {
        await call(service, '/v1/webhooks/secret', { method: 'POST' });
        const body = new FormData();
        for (const [name, value] of toYaml()) body.append(name, value);
        body.append('webhook_url', address);
        const accepted = await call(service, '/v1/jobs', { method: 'POST', body });
        const { job_id } = (await accepted.json()) as { job_id: string };
        const record = await recordOf(service, job_id);
        assert.deepEqual([record['status'], record['webhook_url']], ['completed', address]);
        return job_id;
      });
      const job = await query.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
      const delivery = await query.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
      assert.ok(!JSON.stringify([job, delivery]).includes('who-knows-this'));
      assert.equal(delivery.endpoint_origin, 'http://127.0.0.1:4567');
      await served({ ...jobs, ...otherKeys }, async (service) => {
        const record = await recordOf(service, id);
        assert.deepEqual([record['status'], record['webhook_url']], ['completed', undefined]);
        // Stores the URL as an earlier version did.
        await query.updateTable('jobs').set({ webhook_url: address }).where('id', '=', id).execute();
        assert.equal((await recordOf(service, id))['webhook_url'], address);
      });
    });
  });
}
