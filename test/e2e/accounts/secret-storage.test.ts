/**
 * API keys, link tokens, session cookies and webhook secrets never appear in plain text in the database, in the log or
 * in the data folder. Only stored emails may contain API keys, link tokens, session cookies or webhook secrets.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { hashOf } from '../../../packages/server/src/kit/secrets.ts';
import { makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { linkIn, signUpMessage } from '../../support/accounts/messages.ts';

withServiceOnEachDatabase(
  (service) => {
    test('the database, log and data folder contain no secrets, except in stored emails', async () => {
      const { api_key: made } = await makeAccount(service.env, 'ada@example.com', 'hobby');
      const message = await signUpMessage(service, 'bea@example.com');
      const link = linkIn(message, service.url);
      await fetch(link);
      const answer = await fetch(link, { method: 'POST', headers: { Accept: 'application/json' } });
      const { api_key: first } = (await answer.json()) as { api_key: string };
      const rotated = await fetch(`${service.url}/v1/keys/rotate`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${first}` },
      });
      const { api_key: second } = (await rotated.json()) as { api_key: string };
      // Sends the secrets also in places where secrets do not belong, such as the URL.
      await fetch(`${service.url}/nix?api_key=${second}`, { headers: { Authorization: `Bearer ${second}` } });
      await fetch(`${service.url}/v1/keys/${second}`, { headers: { Authorization: `Bearer x${second}` } });
      const hook = await fetch(`${service.url}/v1/webhooks/secret`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${second}` },
      });
      const { secret: whsec } = (await hook.json()) as { secret: string };
      // Webhooks are signed with the hash of the secret, so the hash is as sensitive as the secret.
      const signing = hashOf(whsec);
      const session = /session=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? assert.fail();
      const token = new URL(link).searchParams.get('t') ?? assert.fail();
      const places = { log: service.log(), ...(await database()), ...(await files()) };
      const found = Object.entries({ made, first, second, session, token, whsec, signing }).flatMap(
        ([what, secret]) =>
          Object.entries(places)
            .filter(([, text]) => text.includes(secret.replace(/^(svc_sk|whsec)_/, '').slice(0, 32)))
            .map(([place]) => `${what} in ${place}`),
      );
      assert.deepEqual(found, []);
      assert.ok(
        Object.values(places).some((text) => text.includes('bea@example.com')),
        'the files were searched',
      );
    });

    /** Returns the content of every file in the data folder except the stored emails, by path. */
    async function files(): Promise<Record<string, string>> {
      const all = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
      const names = all
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.eml'))
        .map(({ parentPath, name }) => path.join(parentPath, name));
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await readFile(name, 'latin1')] as const)),
      );
    }

    async function database(): Promise<Record<string, string>> {
      const url = service.env['DATABASE_URL'];
      if (!url) return {};
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<{ content: string }>(
        `select string_agg(query_to_xml(format('select * from %I', tablename), true, false, '')::text, '') as content
         from pg_tables where schemaname = 'public'`,
      );
      await client.end();
      return { database: rows[0]?.content ?? '' };
    }
  },
  { LOG_LEVEL: 'debug' },
);
