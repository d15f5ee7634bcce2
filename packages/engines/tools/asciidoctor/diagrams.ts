/** Runs Asciidoctor and pandoc with a browser, which draws Mermaid diagrams for targets that can contain pictures. */
import { commandsOf, runnerCommand } from '../../contract/engine.ts';
import { withBrowser } from '../pandoc/diagrams.ts';
import { asciidoctor, asciidoctorMounts, documentEdges, pageEdges, webPages } from './index.ts';

export const asciidoctorDiagrams = withBrowser(
  {
    ...asciidoctor,
    knownGood: {
      from: 'adoc',
      to: 'epub',
      content: '= x\n\n[source,mermaid]\n----\nflowchart LR\n  A --> B\n----\n',
    },
    command: (step) => [
      ...commandsOf(asciidoctor, step),
      ...(webPages.includes(step.to)
        ? [runnerCommand('tools/chromium/diagrams/runner-web-page.ts', step)]
        : []),
    ],
  },
  asciidoctorMounts,
  [...pageEdges, ...documentEdges],
);
