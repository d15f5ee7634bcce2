/** How a runner receives its step: as JSON in its one argument. */
import type { Step } from './engine.ts';

/** The step with the members that its engine added. */
export function readStep<More extends object = object>(): Step & More {
  return JSON.parse(process.argv[2] ?? '{}') as Step & More;
}
