/** Reads the step that a runner receives as JSON in its only argument. */
import type { Step } from './engine.ts';

/** Returns the step, including the members that `runnerCommand` added. */
export function readStep<More extends object = object>(): Step & More {
  return JSON.parse(process.argv[2] ?? '{}') as Step & More;
}
