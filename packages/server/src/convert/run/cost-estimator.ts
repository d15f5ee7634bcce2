/** Expects how long conversions take: from the times of earlier ones of the same route, else of its category, else declared. */
import { format } from '@protean/formats';
import type { Category } from '@protean/formats/format.ts';
import type { Route } from '../catalogue/planner.ts';

type Chain = Pick<Route, 'source' | 'target'> & { steps: readonly { cost: number }[] };

const MB = 1024 * 1024;

/** Rough, for the first conversions: milliseconds for a unit of an edge's cost, and for a megabyte of a file of a category. */
const msPerCost = 50;
const msPerMegabyte: Readonly<Record<Category, number>> = {
  archive: 60,
  audio: 150,
  data: 100,
  document: 300,
  ebook: 500,
  font: 500,
  image: 150,
  spreadsheet: 400,
  subtitle: 100,
  video: 1500,
};

/** A later time counts this much, so that an average follows a machine that has become slower or faster. */
const leastWeight = 0.2;
/** Routes whose times are remembered. */
const maxRoutes = 2_000;

/** The average by which times differ from those declared, as a logarithm: half and double cancel out. */
interface Average {
  log: number;
  count: number;
}

export class CostEstimator {
  /** The one that was measured last stands last. */
  readonly #ofRoute = new Map<string, Average>();
  readonly #ofCategory = new Map<Category, Average>();

  /** Milliseconds that a file of so many bytes is expected to take. */
  expect(chain: Chain, bytes: number): number {
    const average = this.#ofRoute.get(nameOf(chain)) ?? this.#ofCategory.get(categoryOf(chain));
    return declaredMs(chain, bytes) * Math.exp(average?.log ?? 0);
  }

  /** Takes what a conversion took. */
  measured(chain: Chain, bytes: number, ms: number): void {
    const log = Math.log(Math.max(1, ms) / declaredMs(chain, bytes));
    const [name, category] = [nameOf(chain), categoryOf(chain)];
    const ofRoute = moved(this.#ofRoute.get(name), log);
    this.#ofRoute.delete(name);
    this.#ofRoute.set(name, ofRoute);
    this.#ofCategory.set(category, moved(this.#ofCategory.get(category), log));
    const [oldest] = this.#ofRoute.keys();
    if (this.#ofRoute.size > maxRoutes && oldest !== undefined) this.#ofRoute.delete(oldest);
  }
}

const nameOf = ({ source, target }: Chain) => `${source}>${target}`;
const categoryOf = ({ source }: Chain) => format(source).category;

function declaredMs(chain: Chain, bytes: number): number {
  const cost = chain.steps.reduce((sum, step) => sum + step.cost, 0);
  return Math.max(1, cost) * msPerCost + (bytes / MB) * msPerMegabyte[categoryOf(chain)] * chain.steps.length;
}

function moved(average: Average = { log: 0, count: 0 }, log: number): Average {
  const count = average.count + 1;
  return { log: average.log + (log - average.log) * Math.max(leastWeight, 1 / count), count };
}
