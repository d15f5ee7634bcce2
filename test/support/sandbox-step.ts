/** A step of an engine with the paths that it has in the sandbox, for tests that look at commands and run none. */
import type { Step } from '../../packages/engines/contract/engine.ts';
import { sandboxPaths } from '../../packages/engines/contract/sandbox-paths.ts';

export const sandboxStep = (from: string, to: string): Step => ({
  ...{ from, to, work: sandboxPaths.work, outputDir: sandboxPaths.output, options: {} },
  input: `${sandboxPaths.input}/in.${from}`,
  output: `${sandboxPaths.output}/out.${to}`,
});
