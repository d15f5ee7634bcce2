/**
 * The source and target pairs that this installation can convert. The server provides the list of source and target
 * pairs.
 */

/**
 * Targets by source. `formats` lists the extensions of all targets. `targets` contains a bit set for each source, in
 * base64, with one bit per target.
 */
export interface RouteTable {
  formats: readonly string[];
  targets: Readonly<Record<string, string>>;
  /** Targets that can combine several files. */
  combines: readonly string[];
  /** Installed OCR languages, as named by Tesseract. */
  languages: readonly string[];
}

export class Routes {
  readonly #table: RouteTable;
  readonly #targets = new Map<string, ReadonlySet<string>>();

  constructor(table: RouteTable) {
    this.#table = table;
  }

  /** All formats that are the target of at least one source. */
  get formats(): readonly string[] {
    return this.#table.formats;
  }

  /** Whether several files can be combined into one file of the format `ext`. */
  combines(ext: string): boolean {
    return this.#table.combines.includes(ext);
  }

  get languages(): readonly string[] {
    return this.#table.languages;
  }

  isSource(ext: string): boolean {
    return Object.hasOwn(this.#table.targets, ext);
  }

  targetsOf(source: string): ReadonlySet<string> {
    const known = this.#targets.get(source);
    if (known) return known;
    const bits = Uint8Array.from(atob(this.#table.targets[source] ?? ''), (letter) => letter.charCodeAt(0));
    const isSet = (n: number) => ((bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
    const targets = new Set(this.#table.formats.filter((_, n) => isSet(n)));
    this.#targets.set(source, targets);
    return targets;
  }

  /** Returns the targets that all `sources` have in common. */
  commonTargets(sources: Iterable<string>): readonly string[] {
    const [first, ...rest] = [...new Set(sources)].map((source) => this.targetsOf(source));
    return first ? [...first].filter((ext) => rest.every((targets) => targets.has(ext))) : [];
  }
}
