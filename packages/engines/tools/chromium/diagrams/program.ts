/** Declares the program that draws Mermaid diagrams with Chromium. Other engines, such as pandoc, start the program. */
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';

/** The environment variable that contains the command of the drawing program. */
export const diagramsProgram = {
  DIAGRAMS: `${sandboxPaths.node} ${sandboxPaths.engines}/tools/chromium/diagrams/runner-diagrams.ts`,
};
