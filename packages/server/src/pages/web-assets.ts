/**
 * The files that packages/web builds for browsers. Each of these files is found by its name, which contains a hash, or
 * by the source file from which it was built.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder into which `script/setup` builds the files. */
export const builtFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

interface ManifestRow {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestRow>>;

export interface AssetFile {
  type: string;
  plain: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

/**
 * Files that a page loads for an entry, which is a source file that packages/web builds. The paths are relative to the
 * service's public URL.
 */
export interface EntryFiles {
  script: string;
  styles: readonly string[];
  /** Scripts that the entry imports immediately. */
  preloads: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export class WebAssets {
  readonly #manifest: Manifest;
  readonly #files: ReadonlyMap<string, AssetFile>;

  constructor(manifest: Manifest, files: ReadonlyMap<string, AssetFile>) {
    this.#manifest = manifest;
    this.#files = files;
  }

  /** Reads the built files. Without the built files, pages have no styles or scripts. */
  static read(folder = builtFolder): WebAssets {
    const manifestFile = path.join(folder, 'manifest.json');
    if (!existsSync(manifestFile)) return new WebAssets({}, new Map());
    const assets = path.join(folder, 'assets');
    const names = readdirSync(assets).filter((name) => types[path.extname(name)]);
    const files = names.map((name) => [name, readAsset(path.join(assets, name))] as const);
    return new WebAssets(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, new Map(files));
  }

  get isBuilt(): boolean {
    return this.#files.size > 0;
  }

  /** Returns the file with this name in the folder `assets`. */
  file(name: string): AssetFile | undefined {
    return this.#files.get(name);
  }

  /** Returns the path of the file built from `source`. */
  pathOf(source: string): string {
    return `/${this.#manifest[source]?.file ?? source}`;
  }

  /** Returns the files that a page loads for the entry `source`, or undefined if the entry is not built. */
  entry(source: string): EntryFiles | undefined {
    const row = this.#manifest[source];
    if (!row) return undefined;
    const imported = this.#importedBy(row);
    return {
      script: `/${row.file}`,
      styles: [...imported, row].flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
      preloads: imported.map(({ file }) => `/${file}`),
    };
  }

  #importedBy({ imports = [] }: ManifestRow): ManifestRow[] {
    const rows = imports.flatMap((name) => this.#manifest[name] ?? []);
    return [...new Set(rows.flatMap((row) => [...this.#importedBy(row), row]))];
  }
}

function readAsset(file: string): AssetFile {
  const optional = (name: string) => (existsSync(name) ? readFileSync(name) : undefined);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    gzip: optional(`${file}.gz`),
    brotli: optional(`${file}.br`),
  };
}
