/** The program that draws SVG files for another one. */
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';

/** The environment variable that names the program, with its arguments. */
export const drawingsProgram = {
  DRAWINGS: `${sandboxPaths.node} ${sandboxPaths.engines}/tools/chromium/drawings/runner-drawings.ts`,
};
