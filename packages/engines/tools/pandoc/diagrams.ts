/** Runs pandoc with a browser, which draws Mermaid diagrams and SVG that pandoc's own converter cannot draw. */
import { diagramsProgram } from '../chromium/diagrams/program.ts';
import { drawnByBrowser } from '../chromium/drawings/program.ts';
import { defineEngine, type EdgeDeclaration, type Engine } from '../../contract/engine.ts';
import { pandocMounts } from '../../contract/mounts.ts';
import { drawing } from './diagram-edges.ts';
import { pandoc, pandocEdges } from './index.ts';

/** Adds a browser to an engine that runs pandoc. */
export const withBrowser = (engine: Engine, mounts: readonly string[], edges: readonly EdgeDeclaration[]) =>
  defineEngine({
    ...engine,
    ...drawnByBrowser({ ...engine, env: { ...engine.env, ...diagramsProgram } }, mounts),
    id: `${engine.id}-diagrams`,
    edges: drawing(edges),
    // The time includes the start of a browser.
    timeBudget: { ms: 45_000, perMegabyte: 30_000 },
  });

export const pandocDiagrams = withBrowser(
  { ...pandoc, knownGood: { from: 'md', to: 'html', content: '```mermaid\nflowchart LR\n  A --> B\n```\n' } },
  pandocMounts,
  pandocEdges,
);
