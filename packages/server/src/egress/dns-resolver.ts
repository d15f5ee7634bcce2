/** The addresses of a name that a stranger chose, found so that his slow name server keeps nobody else waiting. */
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

/** For one question to one name server, which is asked twice. */
const questionMs = 2_000;
/** How much longer the addresses of the other family may take once there are some of one. */
const otherFamilyMs = 300;

/**
 * Asks the name servers of the system (or `servers`) itself: the system's own resolver takes one of a few threads until
 * it has an answer. It is left what only it knows, and nobody outside can make slow: the names of the machine's hosts
 * file, and those without a dot, which may be of our own network.
 */
export function dnsResolver(servers?: readonly string[]): DnsLookup {
  const resolver = new Resolver({ timeout: questionMs, tries: 2 });
  if (servers) resolver.setServers([...servers]);
  return async (name) => {
    const plain = name.replace(/\.$/, '').toLowerCase();
    if (!plain.includes('.') || (await isInHostsFile(plain))) return lookup(name, { all: true });
    return inOurOrder(await ask(resolver, plain));
  };
}

async function ask(resolver: Resolver, name: string): Promise<ResolvedAddress[]> {
  const question = (family: 4 | 6) =>
    new Promise<ResolvedAddress[]>((resolve, reject) => {
      resolver[`resolve${family}`](name, (error, addresses) => {
        if (error) reject(error);
        else resolve(addresses.map((address) => ({ address, family })));
      });
    });
  const questions = [question(4), question(6)];
  await Promise.any(questions);
  const known = questions.map((one) =>
    Promise.race([one.catch(() => []), wait(otherFamilyMs, [], { ref: false })]),
  );
  return (await Promise.all(known)).flat();
}

/** Those first that this machine has a way to. */
function inOurOrder(found: readonly ResolvedAddress[]): ResolvedAddress[] {
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
