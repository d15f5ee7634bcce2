/** Asciidoctor: converts AsciiDoc to HTML and DocBook. pandoc converts the DocBook to other formats. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { undrawn } from '../pandoc/diagram-edges.ts';
import { defineEngine, runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { convertByPandoc, officeTargets, withContents, plainMarkup } from '../pandoc/index.ts';
import { binaries, pandocMounts } from '../../contract/mounts.ts';

const backends: Readonly<Record<string, string>> = { html: 'html5', xhtml: 'xhtml5', docbook: 'docbook5' };
export const webPages = ['html', 'xhtml'];

export const asciidoctorMounts = [
  ...pandocMounts,
  ...binaries('asciidoctor', 'ruby*'),
  ...['/usr/lib/ruby', '/usr/share/rubygems-integration', '/usr/share/ruby-asciidoctor', '/var/lib/gems'],
];

/** Edges (conversion steps) whose result Asciidoctor writes. */
export const pageEdges: readonly EdgeDeclaration[] = [
  { reads: ['adoc'], writes: webPages, cost: 3, options: ['toc'] },
];

/** Edges (conversion steps) whose result pandoc writes. */
export const documentEdges: readonly EdgeDeclaration[] = [
  {
    reads: ['adoc'],
    writes: [...withContents, ...officeTargets, 'epub', 'pptx'],
    cost: 4,
    options: ['toc'],
  },
  { reads: ['adoc'], writes: [...plainMarkup, 'fb2'], cost: 4 },
  { reads: ['adoc'], writes: ['rtf'], cost: 4, loses: ['math'] },
];

export const asciidoctor = defineEngine({
  id: 'asciidoctor',
  title: 'Asciidoctor',
  singleThreaded: true,
  knownGood: { from: 'adoc', to: 'html', content: '= x\n' },
  dangerous: 'all',
  needs: [
    { command: 'asciidoctor', debian: 'asciidoctor' },
    { command: 'pandoc', debian: 'pandoc' },
  ],
  mounts: asciidoctorMounts,
  edges: [{ reads: ['adoc'], writes: ['docbook'], cost: 3 }, ...undrawn([...pageEdges, ...documentEdges])],
  env: sourceDateEnv,
  // The time budget is for pandoc, which takes most of the time.
  timeBudget: { ms: 20_000, perMegabyte: 30_000 },
  command: (step) => {
    const text = `${step.work}/text.adoc`;
    const recode = runnerCommand('shared/text/to_utf8.py', step, { text });
    const backend = backends[step.to];
    if (backend) {
      const convertText = convert(step, backend, text, step.output);
      return webPages.includes(step.to)
        ? [recode, convertText, runnerCommand('tools/asciidoctor/page.py', step)]
        : [recode, convertText];
    }
    const book = `${step.work}/text.docbook`;
    return [
      recode,
      convert(step, 'docbook5', text, book),
      runnerCommand('tools/asciidoctor/docbook.py', step, { book }),
      ...convertByPandoc({ ...step, from: 'docbook' }, book),
    ];
  },
});

// `linkcss!` embeds the style sheet, because in secure mode the page would link to a separate file. `reproducible`
// omits the date of the file, which Asciidoctor would print as the date of the document. A document cannot override the
// attributes in this list. If a document could set the style sheet, the page could contain any file below the base
// folder.
const attributes = [
  'linkcss!',
  'webfonts!',
  'nofooter',
  'stylesheet=',
  'stylesdir=.',
  'docinfo!',
  'reproducible',
];

function convert({ options }: Step, backend: string, input: string, output: string): string[] {
  return [
    // Asciidoctor writes only below its base folder. With the default failure level, Asciidoctor would also fail on
    // warnings.
    ...['asciidoctor', '-S', 'secure', '-B', '/job', '-b', backend, '--failure-level', 'FATAL'],
    ...[...attributes, ...(options.toc ? ['toc'] : [])].flatMap((attribute) => ['-a', attribute]),
    ...['-o', output, input],
  ];
}
