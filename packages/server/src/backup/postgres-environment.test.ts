/**
 * Tests that PostgreSQL's programs get the settings of the database URL. Tests that PostgreSQL's programs check the
 * certificate of the database server under the same conditions as `pg`, Protean's database client.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { environmentOf } from './postgres-environment.ts';

function ofUrl(url: string): Record<string, string> {
  const { PATH, LC_ALL, PGAPPNAME, ...rest } = environmentOf(new pg.Client({ connectionString: url }), url);
  assert.deepEqual([PATH, LC_ALL, PGAPPNAME], ['/usr/bin:/bin', 'C', 'protean']);
  return rest;
}

test('passes the decoded parts of a database URL to the PostgreSQL programs', () => {
  assert.deepEqual(ofUrl('postgres://ada:p%40ss@db.example:6432/files'), {
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'ada',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'files',
  });
});

test('uses the folder of a Unix socket as the PostgreSQL host', () => {
  const { PGHOST, PGUSER } = ofUrl('postgres://ada@/files?host=/run/postgresql');
  assert.deepEqual([PGHOST, PGUSER], ['/run/postgresql', 'ada']);
});

const modes: [query: string, mode: string | undefined, roots: string | undefined][] = [
  ['', undefined, undefined],
  ['sslmode=disable', 'disable', undefined],
  ['sslmode=no-verify', 'require', undefined],
  ['sslmode=require', 'verify-full', '/etc/ssl/certs/ca-certificates.crt'],
  ['ssl=true', 'verify-full', '/etc/ssl/certs/ca-certificates.crt'],
  ['sslmode=require&uselibpqcompat=true', 'require', undefined],
];

for (const [query, mode, roots] of modes) {
  test(`sets the TLS mode for the URL query "${query}": ${mode ?? 'left to libpq'}`, () => {
    const url = `postgres://ada@db.example/files?${query}`;
    const { PGSSLMODE, PGSSLROOTCERT } = environmentOf(
      { host: 'db.example', port: 5432, user: 'ada', database: 'files' },
      url,
    );
    assert.deepEqual([PGSSLMODE, PGSSLROOTCERT], [mode, roots]);
  });
}
