/**
 * Kills the server at certain points of a job (failpoints). Tests that no job is lost or charged twice, that no file is
 * left, and that a job fails after the third crash.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FailpointName } from '../../../packages/server/src/kit/failpoints.ts';
import { busy, openTestApp, usageOf, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { onEachDatabase } from '../../support/fixtures.ts';
import { accepted, ended, objectsOf, submit } from '../../support/jobs/jobs.ts';
import { startService, until } from '../../support/server/service.ts';

const crashable = fileURLToPath(new URL('../../support/server/crashable-server.ts', import.meta.url));

const points: FailpointName[] = ['after-engine', 'after-rename', 'before-commit', 'after-commit'];

onEachDatabase(
  (kind) => {
    let app: TestApp;
    let who: Customer;
    /** The failpoint at which the next server kills itself. If `point` is undefined, the server keeps running. */
    let point: FailpointName | undefined;

    before(async () => {
      app = await openTestApp(kind, {}, (env) =>
        startService(env, point ? [process.execPath, crashable, point, '1', 'SIGKILL'] : []),
      );
    });

    beforeEach(async () => {
      who = await app.customer('hobby', busy);
    });

    after(() => app.close());

    const restartCrashingAt = async (where: FailpointName | undefined) => {
      point = where;
      await app.restart('SIGTERM');
    };

    const crash = async () => {
      const { process: server } = app.service;
      if (server.signalCode === null) await once(server, 'exit');
      assert.equal(server.signalCode, 'SIGKILL');
    };

    const rowOf = (id: string) =>
      app.registry.database.query
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();

    /** Checks that every stored result belongs to a job, and that no reservation or folder is left. */
    const nothingLeft = async () => {
      const { query } = app.registry.database;
      await until('orphaned objects are collected', 15_000, async () => {
        const orphaned = await query.selectFrom('orphaned_objects').selectAll().execute();
        return orphaned.length === 0;
      });
      const rows = await query
        .selectFrom('jobs')
        .select('result_object')
        .where('result_object', 'is not', null)
        .execute();
      const kept = rows.map((row) => row.result_object ?? '').sort();
      assert.deepEqual((await objectsOf(app)).sort(), kept);
      assert.deepEqual(await query.selectFrom('reservations').selectAll().execute(), []);
      // The server removes the job's folder shortly after the job ends.
      await until('its folder is gone', 5_000, async () => (await app.service.jobFolders()).length === 0);
    };

    for (const where of points) {
      test(`completes a job and charges it once if the server is killed at the failpoint ${where}`, async () => {
        await restartCrashingAt(where);
        const id = await accepted(submit(app, who));
        await crash();
        await restartCrashingAt(undefined);
        const { status, result } = await ended(app, who, id);
        assert.equal(status, 'completed');
        const link = new URL(result?.file_url ?? '');
        assert.equal(await (await fetch(link)).text(), 'a: 1\n');
        assert.equal((await usageOf(app, who))['used'], 1);
        const { fencing_token: attempts } = await rowOf(id);
        assert.equal(attempts, where === 'after-commit' ? 1 : 2);
        await nothingLeft();
      });
    }

    test('after 3 server crashes during a job, fails the job without a charge and runs other jobs', async () => {
      await restartCrashingAt('after-engine');
      const id = await accepted(submit(app, who));
      for (let crashes = 1; crashes < 3; crashes += 1) {
        await crash();
        await restartCrashingAt('after-engine');
      }
      await crash();
      await restartCrashingAt(undefined);
      const { status, error } = await ended(app, who, id);
      const { code, details } = error as { code: string; details: unknown };
      assert.deepEqual([status, code, details], ['failed', 'service_unavailable', { reason: 'worker_died' }]);
      assert.equal((await rowOf(id)).fencing_token, 3);
      assert.equal((await usageOf(app, who))['used'], 0);
      assert.equal((await ended(app, who, await accepted(submit(app, who)))).status, 'completed');
      await nothingLeft();
    });
  },
  { parallel: true },
);
