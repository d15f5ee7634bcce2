/**
 * Prints the software bill of materials of the Protean installation on this machine. `script/sbom` runs this program.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { codenameIn, readPackages } from '../packages/server/src/convert/catalogue/debian-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');

interface Component {
  type: 'library' | 'application' | 'platform';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license: { name: string } }[];
}

const component = (type: Component['type'], name: string, version: string, purl: string): Component => ({
  ...{ type, 'bom-ref': purl, name, version, purl },
});

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns the npm packages that the server, the engines and the pages use, from the lock file. */
function npmComponents(): Component[] {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([place, { version, integrity, license, dev, link }]) => {
    if (!place.includes('node_modules/') || dev || link || version === undefined) return [];
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const [algorithm = '', hash = ''] = integrity?.split('-') ?? [];
    const content = Buffer.from(hash, 'base64').toString('hex');
    return [
      {
        ...component('library', name, version, purl),
        ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content }] }),
        ...(license !== undefined && { licenses: [{ license: { name: license } }] }),
      },
    ];
  });
}

interface Installed {
  name: string;
  version: string;
  architecture: string;
  needs: string[];
  provides: string[];
}

/** Returns the installed packages of `script/packages` and all packages on which they depend. */
function debianComponents(): Component[] {
  const fields =
    '${db:Status-Abbrev}\t${Package}\t${Version}\t${Architecture}\t${Pre-Depends}, ${Depends}\t${Provides}\n';
  const listed = execFileSync('/usr/bin/dpkg-query', ['-W', '-f', fields], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const byName = new Map<string, Installed[]>();
  for (const line of listed.split('\n')) {
    const [state = '', name = '', version = '', architecture = '', needs = '', provides = ''] =
      line.split('\t');
    if (!state.startsWith('ii')) continue;
    const one = { name, version, architecture, needs: namesIn(needs), provides: namesIn(provides) };
    for (const known of [name, ...one.provides]) byName.set(known, [...(byName.get(known) ?? []), one]);
  }
  const distribution = distributionOf(readFileSync('/etc/os-release', 'utf8'));
  const wanted = readPackages(read('script', 'packages')).flatMap(({ name, names }) => [
    name,
    ...Object.values(names),
  ]);
  const found = new Map<string, Component>();
  for (const name of wanted) {
    for (const one of byName.get(name) ?? []) {
      const { version, architecture } = one;
      const purl = `pkg:deb/${distribution}/${encodeURIComponent(one.name)}@${encodeURIComponent(version)}?arch=${architecture}`;
      if (found.has(purl)) continue;
      found.set(purl, component('library', one.name, version, purl));
      wanted.push(...one.needs);
    }
  }
  return [...found.values()];
}

const namesIn = (relations: string) =>
  relations.split(/[,|]/).flatMap((relation) => /^\s*([a-z0-9][a-z0-9+.-]+)/.exec(relation)?.[1] ?? []);

/**
 * Returns the distribution's ID, such as `debian`. The package URLs of the distribution's packages contain the ID as a
 * namespace.
 */
const distributionOf = (osRelease: string) =>
  /^ID="?([a-z]+)"?$/m.exec(osRelease)?.[1] ?? (codenameIn(osRelease) === '' ? 'linux' : 'debian');

const { values: asked } = parseArgs({
  options: { 'no-debian': { type: 'boolean' }, only: { type: 'string' } },
});
/** Names of the npm packages in a bundle (`--only`). If set, the bill of materials lists only these packages. */
const bundled = asked.only?.split(',');

const { version } = JSON.parse(read('packages', 'cli', 'package.json')) as { version: string };
const node = process.versions.node;
const components = bundled
  ? npmComponents().filter(({ name }) => bundled.includes(name))
  : [
      component('platform', 'node', node, `pkg:generic/node@${node}`),
      ...npmComponents(),
      ...(asked['no-debian'] ? [] : debianComponents()),
    ];
const distinct = [...new Map(components.map((one) => [one['bom-ref'], one])).values()];

// The document has no serial number and no time, so the same components always result in the same file.
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      ...component('application', 'protean', version, `pkg:generic/protean@${version}`),
      licenses: [{ license: { id: 'MIT' } }],
    },
  },
  components: distinct.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
