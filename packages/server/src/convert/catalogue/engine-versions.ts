/**
 * Finds the versions of engines. Reports list the versions of engines, so that the versions of two runs can be
 * compared.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Engine } from '@protean/engines/contract/engine.ts';
import { DebianPackages } from './debian-packages.ts';
import { readInstalledVersions } from './installed-versions.ts';

/** The version of Protean. Runners (Protean's programs that run inside the sandbox) have the same version. */
export const ownVersion = versionIn(new URL('../../../package.json', import.meta.url));

/** Packages may be updated while the server runs, so versions are cached for only 60 s. */
const keptMs = 60_000;

type Versions = ReadonlyMap<string, string>;

export class EngineVersions {
  readonly #now: () => number;
  readonly #packages: DebianPackages;
  #read: { at: number; versions: Promise<Versions> } | undefined;

  /** `root` is the folder of the project. `now` returns the monotonic time in milliseconds. */
  constructor(root: string, now: () => number) {
    this.#now = now;
    this.#packages = DebianPackages.of(root);
  }

  /**
   * Returns the version of the engine's first Debian or npm package. An engine without a package consists only of
   * runners and has Protean's version.
   */
  async of({ npm, needs }: Pick<Engine, 'npm' | 'needs'>): Promise<string> {
    if (npm !== undefined) return npmVersion(npm) ?? ownVersion;
    const [need] = needs;
    if (need === undefined) return ownVersion;
    const versions = await this.#versions();
    return versions.get(this.#packages.nameHere(need.debian) ?? need.debian) ?? ownVersion;
  }

  /** Returns the versions of Protean and of all `engines` as one string. */
  async ofAll(engines: readonly Engine[]): Promise<string> {
    const versions = await Promise.all(engines.map((engine) => this.of(engine)));
    return [ownVersion, ...engines.map(({ id }, n) => `${id} ${versions[n]}`)].join(', ');
  }

  #versions(): Promise<Versions> {
    const at = this.#now();
    if (this.#read === undefined || at - this.#read.at > keptMs)
      this.#read = { at, versions: readInstalledVersions() };
    return this.#read.versions;
  }
}

/**
 * Returns the version of an npm package. Returns undefined if the package is not found, because a bundler may have
 * moved it.
 */
export function npmVersion(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return versionIn(path.join(folder, name, 'package.json'));
    } catch {
      continue;
    }
  }
  return undefined;
}

function versionIn(manifest: string | URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
