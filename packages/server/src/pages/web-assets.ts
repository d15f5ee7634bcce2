/** The browser's files as packages/web was built: by their hashed names, and by the source that an entry was made of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `script/setup` builds them. */
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

/** What a page puts into its head for an entry; paths below the service's address. */
export interface EntryFiles {
  script: string;
  styles: readonly string[];
  /** Scripts that the entry imports at once. */
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

  /** Without the built files the pages have neither style nor script. */
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

  /** The file of that name in the folder `assets`. */
  file(name: string): AssetFile | undefined {
    return this.#files.get(name);
  }

  /** The path of the file that was made of `source`. */
  pathOf(source: string): string {
    return `/${this.#manifest[source]?.file ?? source}`;
  }

  /** What a page needs that loads the entry `source`; nothing where it is not built. */
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
