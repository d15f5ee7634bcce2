/** Requests the losses and options of routes from the service, once for each pair of source and target. */
import { signal, type Signal } from '@preact/signals';

export type OptionSchema = Readonly<{
  type?: string;
  const?: string;
  /** Alternative schemas, if values of several types are valid. */
  anyOf?: readonly OptionSchema[];
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  description?: string;
  /** Media type that the file dialog offers, if the value of the option is a file. */
  contentMediaType?: string;
}>;

export interface Facts {
  loses: readonly string[];
  /** Options of the route, followed by the options that every request accepts. */
  options: readonly string[];
  schemas: Readonly<Record<string, OptionSchema>>;
}

interface Answer {
  route: { loses: readonly string[]; options: readonly string[] };
  options: Readonly<Record<string, OptionSchema>>;
}

/**
 * Maximum number of format pairs for which the page requests losses and options. The number of format pairs is limited,
 * because each request counts towards the rate limit. If the files have more than `maxPairs` format pairs, files of the
 * remaining pairs are converted without options.
 */
const maxPairs = 24;

export class RouteDetails {
  readonly #base: string;
  readonly #known = new Map<string, Signal<Facts | undefined>>();

  constructor(base: string) {
    this.#base = base;
  }

  of(source: string, target: string): Facts | undefined {
    return this.#known.get(`${source} ${target}`)?.value;
  }

  load(source: string, target: string): void {
    const key = `${source} ${target}`;
    if (this.#known.has(key) || this.#known.size >= maxPairs) return;
    const facts = signal<Facts | undefined>(undefined);
    this.#known.set(key, facts);
    void this.#ask(source, target).then((answer) => {
      facts.value = answer;
    });
  }

  async #ask(source: string, target: string): Promise<Facts | undefined> {
    const path = `v1/formats/${encodeURIComponent(source)}/${encodeURIComponent(target)}`;
    const response = await fetch(this.#base + path).catch(() => undefined);
    if (!response?.ok) return undefined;
    const { route, options } = (await response.json()) as Answer;
    const names = new Set([...route.options, ...Object.keys(options)]);
    return { loses: route.loses, options: [...names], schemas: options };
  }
}
