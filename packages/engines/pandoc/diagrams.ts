/** Runs pandoc with a browser, which draws Mermaid diagrams for targets that hold drawings. */
import { chromium } from '../chromium/index.ts';
import { defineEngine } from '../runtime/engine.ts';
import { chromiumMounts, pandocMounts } from '../runtime/mounts.ts';
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import { diagramSources, diagramTargets, pandoc, pandocEnv } from './index.ts';

export const pandocDiagrams = defineEngine({
  ...pandoc,
  id: 'pandoc-diagrams',
  title: 'pandoc with Chromium',
  knownGood: { from: 'md', to: 'html', content: '```mermaid\nflowchart LR\n  A --> B\n```\n' },
  needs: [...pandoc.needs, ...chromium.needs],
  mounts: [...new Set([...pandocMounts, ...chromiumMounts])],
  edges: [
    {
      reads: diagramSources,
      writes: diagramTargets,
      cost: 5,
      options: ['toc'],
      fallback: true,
    },
  ],
  // The time of pandoc, and of the start of a browser.
  timeBudget: { ms: 45_000, perMegabyte: 30_000 },
  env: { ...pandocEnv, DIAGRAMS: `${sandboxPaths.node} ${sandboxPaths.engines}/chromium/runner-diagrams.ts` },
});
