/**
 * Environment variables for PostgreSQL's programs. With these environment variables, PostgreSQL's programs connect to
 * the same database as the server, with the same TLS settings.
 */
import type pg from 'pg';

/**
 * Debian's file of trusted certificates. By default, libpq would look for a certificate file in the user's home folder.
 */
const systemRoots = '/etc/ssl/certs/ca-certificates.crt';

type Connection = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'> & { password?: unknown };

/**
 * Returns the connection settings for the database at `url`, to which `connection` is connected. Returns environment
 * variables, because command-line arguments would be visible to all users of the machine.
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

/**
 * Returns the TLS settings with which libpq connects as securely as `pg`, Protean's database client. `pg` treats every
 * mode except `disable` and `no-verify` as `verify-full`. If the URL requires compatibility with libpq, passes the
 * URL's TLS mode unchanged.
 */
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
