/** How PostgreSQL's programs are told to reach a database as the server reaches it, no less securely. */
import type pg from 'pg';

/** What Debian trusts; libpq looks into the user's home instead. */
const systemRoots = '/etc/ssl/certs/ca-certificates.crt';

type Connection = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'> & { password?: unknown };

/**
 * The variables of the database at `url`, to which `connection` leads. Not arguments, which everybody on the machine can
 * read.
 */
export function environmentOf(
  { host, port, user, database, password }: Connection,
  url: string,
): Record<string, string> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const all = {
    ...{ PATH: '/usr/bin:/bin', LC_ALL: 'C', PGAPPNAME: 'protean' },
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database },
    PGPASSWORD: typeof password === 'string' ? password : undefined,
    ...tlsOf(query),
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The server's client takes every mode but two for `verify-full`, unless it is told to do as libpq does. */
function tlsOf(query: URLSearchParams): Record<string, string | undefined> {
  const mode =
    query.get('sslmode') ?? (/^(true|1)$/.test(query.get('ssl') ?? '') ? 'verify-full' : undefined);
  const roots = query.get('sslrootcert') ?? undefined;
  const certificates = {
    PGSSLCERT: query.get('sslcert') ?? undefined,
    PGSSLKEY: query.get('sslkey') ?? undefined,
  };
  if (mode === 'no-verify') return { ...certificates, PGSSLMODE: 'require' };
  const isAsGiven = mode === undefined || mode === 'disable' || query.get('uselibpqcompat') === 'true';
  if (isAsGiven) return { ...certificates, PGSSLMODE: mode, PGSSLROOTCERT: roots };
  return { ...certificates, PGSSLMODE: 'verify-full', PGSSLROOTCERT: roots ?? systemRoots };
}
