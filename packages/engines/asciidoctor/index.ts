/** Asciidoctor: AsciiDoc as it is meant to be read; pandoc takes its DocBook further. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { convertByPandoc, offices, withContents, written } from '../pandoc/index.ts';
import { binaries, pandocMounts } from '../runtime/mounts.ts';

const own: Readonly<Record<string, string>> = { html: 'html5', xhtml: 'xhtml5', docbook: 'docbook5' };

export const asciidoctor = defineEngine({
  id: 'asciidoctor',
  title: 'Asciidoctor',
  singleThreaded: true,
  knownGood: { from: 'adoc', to: 'html', content: '= x\n' },
  dangerous: 'all',
  needs: [
    { command: 'asciidoctor', debian: 'asciidoctor' },
    { command: 'pandoc', debian: 'pandoc' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
  ],
  mounts: [
    ...pandocMounts,
    ...binaries('asciidoctor', 'ruby*'),
    ...['/usr/lib/ruby', '/usr/share/rubygems-integration', '/usr/share/ruby-asciidoctor', '/var/lib/gems'],
  ],
  edges: [
    { reads: ['adoc'], writes: ['html', 'xhtml'], cost: 3, options: ['toc'] },
    { reads: ['adoc'], writes: ['docbook'], cost: 3 },
    { reads: ['adoc'], writes: [...withContents, ...offices, 'epub', 'pptx'], cost: 4, options: ['toc'] },
    { reads: ['adoc'], writes: [...written, 'rtf', 'fb2'], cost: 4 },
  ],
  env: sourceDateEnv,
  // Most of it is pandoc's.
  timeBudget: { ms: 20_000, perMegabyte: 30_000 },
  command: (step) => {
    const text = `${step.work}/text.adoc`;
    const recode = runnerCommand('runtime/to_utf8.py', step, { text });
    const backend = own[step.to];
    if (backend) return [recode, convert(step, backend, text, step.output)];
    const book = `${step.work}/text.docbook`;
    return [
      recode,
      convert(step, 'docbook5', text, book),
      ...convertByPandoc({ ...step, from: 'docbook' }, book),
    ];
  },
});

// `linkcss!` puts the style sheet into the page; secure mode would link to a file that nobody gets.
// What is set here a document can't set: its style sheet would be any file below the base folder, our orders among them.
const attributes = ['linkcss!', 'webfonts!', 'nofooter', 'stylesheet=', 'stylesdir=.', 'docinfo!'];

function convert({ options }: Step, backend: string, input: string, output: string): string[] {
  return [
    // It writes below its base folder only, and tells of warnings by its status unless told otherwise.
    ...['asciidoctor', '-S', 'secure', '-B', '/job', '-b', backend, '--failure-level', 'FATAL'],
    ...[...attributes, ...(options.toc ? ['toc'] : [])].flatMap((attribute) => ['-a', attribute]),
    ...['-o', output, input],
  ];
}
