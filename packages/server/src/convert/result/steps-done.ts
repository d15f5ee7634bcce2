/** Records the executed steps of a conversion for its report. */
import type { Edge } from '../catalogue/edges.ts';
import { addedUp, type StepReport } from './report.ts';

export class StepsDone {
  #done: { edge: Edge; ms: number }[] = [];

  readonly add = (edge: Edge, ms: number): void => {
    this.#done.push({ edge, ms });
  };

  /** Discards the steps of failed attempts. */
  forget(): void {
    this.#done = [];
  }

  /** Returns the report on the steps. `versionOf` returns the version of an engine by its id. */
  async report(versionOf: (engine: string) => Promise<string>): Promise<StepReport[]> {
    const steps = this.#done.map(async ({ edge: { engine, from, to }, ms }) => ({
      ...{ engine, version: await versionOf(engine), from, to },
      ms: Math.round(ms),
    }));
    return addedUp(await Promise.all(steps));
  }
}
