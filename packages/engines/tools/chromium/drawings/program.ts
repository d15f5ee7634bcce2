/** Declares the program that draws SVG files with Chromium. Other engines, such as pandoc, start the program. */
import type { Engine } from '../../../contract/engine.ts';
import { chromiumMounts } from '../../../contract/mounts.ts';
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';
import { chromium } from '../index.ts';

/** The environment variable that contains the command of the drawing program. */
const drawingsProgram = {
  DRAWINGS: `${sandboxPaths.node} ${sandboxPaths.engines}/tools/chromium/drawings/runner-drawings.ts`,
};

/**
 * Returns the fields of a second engine that works like `engine` but draws SVG with a browser. `mounts` are the
 * mounts of `engine`.
 */
export const drawnByBrowser = (
  engine: Pick<Engine, 'title' | 'needs' | 'env'>,
  mounts: readonly string[],
) => ({
  title: `${engine.title} with Chromium`,
  needs: [...engine.needs, ...chromium.needs],
  mounts: [...new Set([...mounts, ...chromiumMounts])],
  env: { ...engine.env, ...drawingsProgram },
});
