/** How an engine runs one of our own host programs: the step goes to it as one JSON argument. */
import { inBox } from './in-box.ts';
import type { Step } from './engine.ts';

/** Runs the runner `<tool>/<name>` by Node or Python with what the step says and `more` beside it. */
export function runnerCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : inBox.node;
  return [interpreter, `${inBox.engines}/${name}`, JSON.stringify({ ...step, ...more })];
}
