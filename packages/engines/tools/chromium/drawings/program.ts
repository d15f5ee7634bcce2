/** The program that draws SVG files for another program. */
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';

/** The environment variable with the program and its arguments. */
export const drawingsProgram = {
  DRAWINGS: `${sandboxPaths.node} ${sandboxPaths.engines}/tools/chromium/drawings/runner-drawings.ts`,
};
