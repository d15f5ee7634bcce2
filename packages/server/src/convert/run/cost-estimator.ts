/**
 * Estimates conversion times from earlier conversions by the same route. If no conversion has used this route, uses
 * earlier conversions of the same source category, or else the declared costs.
 */
import { format } from '@protean/formats';
import type { Category } from '@protean/formats/format.ts';
import type { Route } from '../catalogue/planner.ts';

type Chain = Pick<Route, 'source' | 'target'> & { steps: readonly { cost: number }[] };

const MB = 1024 * 1024;

/**
 * Rough estimates until times are measured: milliseconds per unit of an edge's cost, and per megabyte of a file by
 * category.
 */
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

/** Minimum weight of a new measurement, so that the average adapts to a machine that becomes slower or faster. */
const leastWeight = 0.2;
/** Maximum number of routes for which the estimator stores times. */
const maxRoutes = 2_000;

/**
 * Average of the ratios of measured to declared times. Stores the logarithm of the ratios, so that ratios of
 * 1/2 and 2 cancel out.
 */
interface Average {
  log: number;
  count: number;
}

export class CostEstimator {
  /** Routes in the order of their last measurement: the most recently measured route comes last. */
  readonly #ofRoute = new Map<string, Average>();
  readonly #ofCategory = new Map<Category, Average>();

  /** Returns the expected milliseconds for a file of `bytes` bytes. */
  expect(chain: Chain, bytes: number): number {
    const average = this.#ofRoute.get(nameOf(chain)) ?? this.#ofCategory.get(categoryOf(chain));
    return declaredMs(chain, bytes) * Math.exp(average?.log ?? 0);
  }

  /** Records the time of a conversion. */
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
