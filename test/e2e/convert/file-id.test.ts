/**
 * The owner of an uploaded file can use its `file_id` in place of `file`, in every conversion and any number of times.
 * Callers other than the owner cannot use the `file_id` (contract §15.5).
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { accepted, ended, objectsOf, submit, submitJson } from '../../support/jobs/jobs.ts';
import { until, type Answer } from '../../support/server/service.ts';
import { linkFor, openUploadsProcess, uploaded } from '../../support/storage/uploads.ts';
import { ask, busy, inEachTestApp, toYaml, usageOf, type Customer } from '../../support/server/test-app.ts';

const json = { 'Content-Type': 'application/json' };

inEachTestApp(
  (here) => {
    const upload = (content?: string, name?: string) => uploaded(here.app, here.customer, content, name);

    const post = (
      place: string,
      body: unknown,
      customer: Pick<Customer, 'key'> = here.customer,
      headers = {},
    ) =>
      ask(here.app, place, customer, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...json, ...headers },
      });

    const form = (place: string, id: string, ...more: (readonly [string, string | File])[]) =>
      ask(here.app, place, here.customer, { fields: [['file_id', id], ...more] });

    const assertYaml = ({ status, body, error }: Answer, expected = 'a: 1\n') => {
      assert.equal(status, 200, error.message);
      assert.equal(body.toString(), expected);
    };

    test('both convert endpoints accept the same file_id several times', async () => {
      const id = await upload('{"a":[1]}', 'Zahlen für 東京.json');
      const answers = await Promise.all([
        form('/v1/convert', id, ['target', 'yaml'], ['indent', '4']),
        post('/v1/convert', { file_id: id, target: 'yaml', indent: 4 }),
        form('/api/convert', id, ['target', 'yaml'], ['indent', '4']),
        post('/api/convert', { file_id: id.toUpperCase().toLowerCase(), target: 'yaml', indent: 4 }),
      ]);
      answers.push(await post('/v1/convert', { file_id: id, target: 'yaml', indent: 4 }));
      for (const answer of answers) {
        assertYaml(answer, 'a:\n    - 1\n');
        assert.match(answer.headers.get('content-disposition') ?? '', /filename\*=UTF-8''Zahlen%20f%C3%BCr/);
      }
    });

    test('a job succeeds even if its uploaded file is removed', async () => {
      const id = await upload();
      const before = (await objectsOf(here.app)).length;
      const jobs = [
        await accepted(
          submit(here.app, here.customer, [
            ['file_id', id],
            ['target', 'yaml'],
          ]),
        ),
        await accepted(submitJson(here.app, here.customer, { file_id: id, target: 'toml' })),
      ];
      const process = await openUploadsProcess(here.app.env, systemClock);
      await process.uploads.removeAllOf(`account ${here.customer.id}`);
      await process.close();
      for (const job of jobs) assert.equal((await ended(here.app, here.customer, job)).status, 'completed');
      const gone = await post('/v1/convert', { file_id: id, target: 'yaml' });
      assert.deepEqual([gone.status, gone.error.code], [404, 'not_found']);
      // The number `before` includes the uploaded file. Now the uploaded file is removed and two results are stored, so
      // the store has one more object than `before`.
      await until(
        'only results are left',
        5_000,
        async () => (await objectsOf(here.app)).length <= before + 1,
      );
    });

    test('POST /v1/detect detects the format of an uploaded file', async () => {
      const id = await upload('{"a":1}', 'a.json');
      for (const answer of [await form('/v1/detect', id), await post('/v1/detect', { file_id: id })]) {
        assert.equal(answer.status, 200, answer.error.message);
        assert.equal((JSON.parse(answer.body.toString()) as { format: string }).format, 'json');
      }
    });

    test('replays the response for an idempotency key if the same content is sent again', async () => {
      const [one, same, other] = [await upload(), await upload(), await upload('{"b":1}')];
      const headers = { 'Idempotency-Key': randomUUID() };
      const { used } = await usageOf(here.app, here.customer);
      assertYaml(await post('/v1/convert', { file_id: one, target: 'yaml' }, here.customer, headers));
      const again = await post('/v1/convert', { file_id: same, target: 'yaml' }, here.customer, headers);
      assertYaml(again);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const sent = await ask(here.app, '/v1/convert', here.customer, { fields: toYaml(), headers });
      assert.equal(sent.headers.get('idempotent-replayed'), 'true');
      const wrong = await post('/v1/convert', { file_id: other, target: 'yaml' }, here.customer, headers);
      assert.equal(wrong.status, 422);
      assert.equal((await usageOf(here.app, here.customer))['used'], Number(used) + 1);
    });

    test('returns the same 404 for every file_id that the account cannot use', async () => {
      const other = await here.app.customer('hobby', busy);
      const [mine, theirs, expired] = [await upload(), await uploaded(here.app, other), await upload()];
      const { query } = here.app.registry.database;
      await query.updateTable('uploads').set({ expires_at: Date.now() }).where('id', '=', expired).execute();
      const { file_id: waiting } = await linkFor(here.app, here.customer);
      const wrong = [
        theirs,
        expired,
        waiting,
        randomUUID(),
        '',
        '../../secret.key',
        `${mine}'--`,
        'x'.repeat(9_000),
      ];
      for (const place of ['/v1/convert', '/api/convert', '/v1/jobs'])
        for (const file_id of wrong) {
          const { status, error } = await post(place, { file_id, target: 'yaml' });
          assert.deepEqual(
            [status, error.code, error.details?.['field']],
            [404, 'not_found', 'file_id'],
            file_id,
          );
        }
      assert.equal((await post('/v1/convert', { file_id: mine, target: 'yaml' }, other)).status, 404);
      assertYaml(await post('/v1/convert', { file_id: mine, target: 'yaml' }));
    });

    test('requires exactly one of file, file_id and source_url in a request', async () => {
      const id = await upload();
      const file = new File(['{"a":1}'], 'a.json');
      const refusals = [
        await form('/v1/convert', id, ['target', 'yaml'], ['file', file]),
        await form('/v1/jobs', id, ['target', 'yaml'], ['file', file]),
        await form('/v1/detect', id, ['file', file]),
        await form('/v1/convert', id, ['target', 'yaml'], ['source_url', 'https://example.com/a.json']),
        await post('/v1/convert', { file_id: id, source_url: 'https://example.com/a.json', target: 'yaml' }),
        await form('/api/convert', id, ['target', 'yaml'], ['file', file]),
        await form('/api/convert', id, ['target', 'yaml'], ['source_url', 'https://example.com/a.json']),
        await post('/v1/convert', { target: 'yaml' }),
        await post('/api/convert', { target: 'yaml' }),
      ];
      for (const { status, error } of refusals) assert.deepEqual([status, error.code], [400, 'bad_request']);
    });

    test('an uploaded file above the limit for direct conversions can be converted only as a job', async () => {
      const id = await upload(`{"a":"${'x'.repeat(2_000)}"}`);
      const refused = await post('/v1/convert', { file_id: id, target: 'yaml' });
      assert.deepEqual([refused.status, refused.error.details?.['limit']], [413, 2_000]);
      assert.match(refused.error.message ?? '', /POST \/v1\/jobs/);
      const job = await accepted(submitJson(here.app, here.customer, { file_id: id, target: 'yaml' }));
      assert.equal((await ended(here.app, here.customer, job)).status, 'completed');
    });

    test('an anonymous upload can be used only without an API key and from the same IP address', async () => {
      const process = await openUploadsProcess(here.app.env, systemClock);
      const send = async (owner: string) => {
        const { fileId, uploadUrl } = await process.uploads.create({
          owner,
          fileName: 'a.json',
          maxBytes: 100,
        });
        const query = Object.fromEntries(new URL(uploadUrl).searchParams);
        await using lock = await process.uploads.lock(fileId, query, 7);
        const file = path.join(here.app.service.dataDir, fileId);
        await writeFile(file, '{"a":1}');
        await lock.store(file, 7);
        return fileId;
      };
      const convert = async (file_id: string) => {
        const body = JSON.stringify({ file_id, source: 'json', target: 'yaml' });
        return fetch(`${here.app.service.url}/api/convert`, { method: 'POST', headers: json, body });
      };
      try {
        const [ours, theirs] = [await send('address 127.0.0.1'), await send('address 192.0.2.1')];
        assert.equal(await (await convert(ours)).text(), 'a: 1\n');
        assert.equal((await convert(theirs)).status, 404);
        assert.equal((await convert(await upload())).status, 404);
        assert.equal((await post('/v1/convert', { file_id: ours, target: 'yaml' })).status, 404);
      } finally {
        await process.close();
      }
    });

    test('keeps an uploaded file for an hour after its last use, but at most for a day', async () => {
      const id = await upload();
      const { query } = here.app.registry.database;
      const row = () =>
        query.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const set = (values: { received_at?: number; expires_at: number }) =>
        query.updateTable('uploads').set(values).where('id', '=', id).execute();
      await set({ expires_at: Date.now() + 60_000 });
      assertYaml(await post('/v1/convert', { file_id: id, target: 'yaml' }));
      assert.ok((await row()).expires_at > Date.now() + 59 * 60_000);
      const received = Date.now() - 23.5 * 3_600_000;
      await set({ received_at: received, expires_at: Date.now() + 60_000 });
      assertYaml(await post('/v1/convert', { file_id: id, target: 'yaml' }));
      assert.equal((await row()).expires_at, received + 24 * 3_600_000);
    });
  },
  { own: { ...busy, max_file_bytes: 2_000 } },
);
