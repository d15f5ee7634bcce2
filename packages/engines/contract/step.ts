/** Reads the step that a runner receives as JSON in its only argument. */
import type { Step } from './engine.ts';

/** Returns the step with the members that its engine added. */
export function readStep<More extends object = object>(): Step & More {
  return JSON.parse(process.argv[2] ?? '{}') as Step & More;
}
