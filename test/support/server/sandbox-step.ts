/**
 * Returns a step (one conversion by one engine) with its paths in the sandbox. Tests use this step to check commands
 * without running them.
 */
import type { Step } from '../../../packages/engines/contract/engine.ts';
import { sandboxPaths } from '../../../packages/engines/contract/sandbox-paths.ts';

export const sandboxStep = (from: string, to: string): Step => ({
  ...{ from, to, work: sandboxPaths.work, outputDir: sandboxPaths.output, options: {} },
  input: `${sandboxPaths.input}/in.${from}`,
  output: `${sandboxPaths.output}/out.${to}`,
});
