/** How an engine runs one of our own host programs: the step goes to it as one JSON argument. */
import { inBox } from '../sandbox/layout.ts';
import type { Step } from './engine.ts';

/** Runs `hosts/<name>` by Node or Python with what the step says and `more` beside it. */
export function hostCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : inBox.node;
  return [interpreter, `${inBox.hosts}/${name}`, JSON.stringify({ ...step, ...more })];
}
