/** What a host program is told: the step, as the one argument it is started with. */
import type { Step } from './engine.ts';

/** The step, with whatever else its engine passed along. */
export function readStep<More extends object = object>(): Step & More {
  return JSON.parse(process.argv[2] ?? '{}') as Step & More;
}
