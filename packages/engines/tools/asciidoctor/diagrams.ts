/** Runs Asciidoctor and pandoc with a browser, which draws Mermaid diagrams for targets that hold pictures. */
import { withBrowser } from '../pandoc/diagrams.ts';
import { asciidoctor, asciidoctorMounts, documentEdges } from './index.ts';

export const asciidoctorDiagrams = withBrowser(
  {
    ...asciidoctor,
    knownGood: {
      from: 'adoc',
      to: 'epub',
      content: '= x\n\n[source,mermaid]\n----\nflowchart LR\n  A --> B\n----\n',
    },
  },
  asciidoctorMounts,
  documentEdges,
);
