/** Runs pandoc with a browser, which draws Mermaid diagrams, and SVG that pandoc's own converter cannot draw. */
import { drawingsProgram } from '../chromium/drawings/program.ts';
import { chromium } from '../chromium/index.ts';
import { defineEngine, type EdgeDeclaration, type Engine } from '../../contract/engine.ts';
import { chromiumMounts, pandocMounts } from '../../contract/mounts.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { drawing } from './diagram-edges.ts';
import { pandoc, pandocEdges } from './index.ts';

/** diagrams.lua runs DIAGRAMS, drawings.lua runs DRAWINGS. */
const programs = {
  DIAGRAMS: `${sandboxPaths.node} ${sandboxPaths.engines}/tools/chromium/diagrams/runner-diagrams.ts`,
  ...drawingsProgram,
};

/** Adds a browser to an engine that runs pandoc. */
export const withBrowser = (engine: Engine, mounts: readonly string[], edges: readonly EdgeDeclaration[]) =>
  defineEngine({
    ...engine,
    id: `${engine.id}-diagrams`,
    title: `${engine.title} with Chromium`,
    needs: [...engine.needs, ...chromium.needs],
    mounts: [...new Set([...mounts, ...chromiumMounts])],
    edges: drawing(edges),
    // Includes the start of a browser.
    timeBudget: { ms: 45_000, perMegabyte: 30_000 },
    env: { ...engine.env, ...programs },
  });

export const pandocDiagrams = withBrowser(
  { ...pandoc, knownGood: { from: 'md', to: 'html', content: '```mermaid\nflowchart LR\n  A --> B\n```\n' } },
  pandocMounts,
  pandocEdges,
);
