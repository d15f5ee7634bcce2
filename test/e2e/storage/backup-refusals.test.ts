/**
 * Tests that `protean admin backup` and `restore` report a clear error if the target already contains data, or if the
 * backup is incomplete or damaged.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { run } from '../../samples/run.ts';
import { admin } from '../../support/server/admin.ts';
import { backupScene, objectPath, withServer } from '../../support/storage/backup-scene.ts';
import { backUp, copyOf, restore } from '../../support/storage/backups.ts';
import { onEachDatabase } from '../../support/fixtures.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { protean, until } from '../../support/server/service.ts';

onEachDatabase((kind) => {
  const here = backupScene(kind);

  const objectPathOf = (column: 'upload' | 'result_object', job: string) => objectPath(here.app, column, job);

  test('`restore` refuses an installation that contains data or has a running server', async () => {
    await assert.rejects(
      restore(here.app.env, here.made.folder),
      /not empty \(accounts: \d, jobs: 4, charged conversions: \d+\)/,
    );
    const env = await here.empty();
    await withServer(env, {}, async () => {
      await assert.rejects(restore(env, here.made.folder), /A server runs on this installation/);
    });
    await restore(env, here.made.folder);
  });

  test('`backup` refuses to write into a non-empty folder', async () => {
    await assert.rejects(backUp(here.app.env, here.made.folder), /is not empty: specify a folder that/);
  });

  test('`restore` refuses a damaged or unsuitable backup and names the cause', async () => {
    const env = await here.empty();
    const object = path.relative(
      here.app.service.dataDir,
      await objectPathOf('result_object', here.completed),
    );
    const refused = async (name: string, damage: (folder: string) => Promise<void>, words: RegExp) => {
      const folder = await copyOf(here.made.folder, here.place(name));
      await damage(folder);
      await assert.rejects(restore(env, folder), words, name);
      assert.ok(!(await readdir(env['DATA_DIR'] ?? '')).includes('objects'), name);
    };
    const appended = (file: string) => (folder: string) => appendFile(path.join(folder, file), '\n');
    const removed = (file: string) => (folder: string) => rm(path.join(folder, file));
    await refused('altered', appended(object), new RegExp(`damaged: ${object} was altered`));
    await refused('missing', removed(object), new RegExp(`damaged: ${object} is missing`));
    await refused('list', appended('objects.sha256'), /damaged: objects.sha256 was altered/);
    const database = kind === 'sqlite' ? 'database.sqlite' : 'database.dump';
    await refused('database', appended(database), new RegExp(`damaged: ${database} was altered`));
    await refused('interrupted', removed('manifest.json'), /is not a complete backup: it has no manifest/);
    const written = async (folder: string, change: Record<string, unknown>) => {
      const file = path.join(folder, 'manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
      await writeFile(file, JSON.stringify({ ...manifest, ...change }));
    };
    await refused(
      'later',
      (folder) => written(folder, { schema: '9999-later' }),
      /schema 9999-later, which this version/,
    );
    await refused('format', (folder) => written(folder, { version: 2 }), /damaged, or of a later version/);
    const other = kind === 'sqlite' ? 'postgres' : 'sqlite';
    const { database: described } = JSON.parse(
      await readFile(path.join(here.made.folder, 'manifest.json'), 'utf8'),
    ) as { database: object };
    await refused(
      'kind',
      (folder) => written(folder, { database: { ...described, kind: other } }),
      /one cannot be restored into the other/,
    );
  });

  test('`restore` refuses an interrupted backup as incomplete', async () => {
    const object = await objectPathOf('result_object', here.completed);
    await rename(object, `${object}.aside`);
    // Replaces the stored object with a FIFO. Opening a FIFO blocks, so the backup waits at the FIFO until the test
    // interrupts it.
    await run('/usr/bin/mkfifo', [object]);
    const folder = here.place('cut-off');
    const { PATH = '' } = process.env;
    const child = spawn(protean, ['admin', 'backup', folder], {
      env: { ...here.app.env, PATH },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await until('its database is there', 30_000, async () =>
      (await readdir(folder).catch((): string[] => [])).includes('objects'),
    );
    child.kill('SIGINT');
    await exited;
    await rename(`${object}.aside`, object);
    assert.ok(!(await readdir(folder)).includes('manifest.json'));
    await assert.rejects(restore(await here.empty(), folder), /is not a complete backup/);
  });

  test('a failed restore adds no accounts and can be repeated', async () => {
    const env = await here.empty();
    await (await openRegistry(env)).close();
    const inTheWay = path.relative(
      here.app.service.dataDir,
      await objectPathOf('result_object', here.completed),
    );
    const obstacle = path.join(env['DATA_DIR'] ?? '', inTheWay);
    await mkdir(obstacle, { recursive: true });
    await assert.rejects(restore(env, here.made.folder), /EISDIR/);
    assert.deepEqual((await admin<{ accounts: unknown[] }>(env, 'account', 'list')).accounts, []);
    await rmdir(obstacle);
    const { objects_put: put, objects_removed: removed } = await restore(env, here.made.folder);
    assert.equal(put, here.made.objects);
    assert.ok(removed > 0, `${removed} were removed`);
    assert.equal(await readFile(obstacle, 'utf8'), 'a: 1\n');
  });

  if (kind === 'postgres')
    test('`restore` refuses a database that contains tables of other programs', async () => {
      const env = await here.empty();
      const client = new pg.Client(env['DATABASE_URL']);
      await client.connect();
      await client.query('create table invoices (id text)');
      await assert.rejects(restore(env, here.made.folder), /tables of other programs \(invoices\)/);
      await client.query('select * from invoices');
      await client.end();
    });

  if (kind === 'postgres')
    test('a restore that was killed while it replaced the tables can be repeated', async () => {
      const env = await here.empty();
      await (await openRegistry(env)).close();
      const client = new pg.Client(env['DATABASE_URL']);
      await client.connect();
      // During a restore, only the step that replaces the tables waits for a lock on `daily_usage`.
      await client.query('begin; lock table daily_usage in access exclusive mode');
      const { PATH = '' } = process.env;
      const child = spawn(protean, ['admin', 'restore', here.made.folder], {
        env: { ...env, PATH },
        stdio: 'ignore',
      });
      const exited = once(child, 'exit');
      const waiting = async () =>
        (await client.query('select 1 from pg_locks where not granted')).rowCount ?? 0;
      await until('the restore waits for the table', 30_000, async () => (await waiting()) > 0);
      child.kill('SIGKILL');
      await exited;
      await client.query('rollback');
      await until('its statement is over', 10_000, async () => {
        const others =
          'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
        return (await client.query(others)).rowCount === 0;
      });
      await client.end();
      assert.equal((await restore(env, here.made.folder)).accounts, here.made.accounts);
    });
});
