/**
 * Resolves host names from callers. A slow name server for one host name does not delay the look-ups of other names.
 */
import { Resolver } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type DnsLookup = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Timeout of one query to one name server, in milliseconds. Each name server is queried twice. */
const queryMs = 2_000;
/** Time to wait for the second address family (IPv4 or IPv6) after the first family has answered, in milliseconds. */
const otherFamilyMs = 300;

/**
 * Returns a look-up function that queries the system's name servers (or `servers`) directly. The system's resolver
 * would block one of a few threads during each look-up. The function uses the system's resolver only for names in the
 * hosts file, and for names without a dot. Names without a dot may belong to the local network. Callers cannot
 * influence how long a look-up by the system's resolver takes.
 */
export function dnsResolver(servers?: readonly string[]): DnsLookup {
  const resolver = new Resolver({ timeout: queryMs, tries: 2 });
  if (servers) resolver.setServers([...servers]);
  return async (name) => {
    const plain = name.replace(/\.$/, '').toLowerCase();
    if (!plain.includes('.') || (await isInHostsFile(plain))) return lookup(name, { all: true });
    return reachableFirst(await resolveBoth(resolver, plain));
  };
}

async function resolveBoth(resolver: Resolver, name: string): Promise<ResolvedAddress[]> {
  const query = (family: 4 | 6) =>
    new Promise<ResolvedAddress[]>((resolve, reject) => {
      resolver[`resolve${family}`](name, (error, addresses) => {
        if (error) reject(error);
        else resolve(addresses.map((address) => ({ address, family })));
      });
    });
  const queries = [query(4), query(6)];
  await Promise.any(queries);
  const known = queries.map((one) =>
    Promise.race([one.catch(() => []), wait(otherFamilyMs, [], { ref: false })]),
  );
  return (await Promise.all(known)).flat();
}

/** Sorts IPv4 addresses first if this machine has an external IPv4 address, otherwise IPv6 addresses first. */
function reachableFirst(found: readonly ResolvedAddress[]): ResolvedAddress[] {
  const families = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal }) => !internal).map(({ family }) => family),
  );
  const first = families.includes('IPv4') ? 4 : 6;
  return found.toSorted((a, b) => Number(b.family === first) - Number(a.family === first));
}

async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').some((line) => {
    const [, ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    return names.includes(name);
  });
}
