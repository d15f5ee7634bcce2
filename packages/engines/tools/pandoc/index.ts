/** pandoc: converts between markup formats, and between documents with the same structure. */
import { formatsOfFamily } from '@protean/formats';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { defineEngine, pipe, runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { pandocMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';
import { undrawn } from './diagram-edges.ts';

/**
 * As in most kinds of Markdown, lists and headings need no preceding blank line. `fancy_lists` is off, because
 * CommonMark has no such lists, and Debian 12's pandoc would parse `* * *` and `- - -` as nested lists.
 */
const markdown = 'commonmark_x+autolink_bare_uris-smart-fancy_lists';

/** Word's formats, which differ only in the type of their main part. */
const wordFormats = formatsOfFamily('ooxml-text');

/** pandoc's format names, if they differ from the extension. */
const readers: Readonly<Record<string, string>> = {
  md: markdown,
  // In Jupyter, a numbered list may start with any number, so `startnum` is needed. Without `footnotes`, footnotes
  // would become broken links.
  ipynb: 'ipynb+footnotes+startnum',
  xhtml: 'html',
  ...Object.fromEntries(wordFormats.map((ext) => [ext, 'docx'])),
  // shared/text/to_utf8.py has already converted the plain text to an HTML page.
  txt: 'html',
  tex: 'latex',
  // The BibLaTeX reader also reads BibTeX, and its writer keeps addresses and full dates.
  bib: 'biblatex',
};

const writers: Readonly<Record<string, string>> = {
  md: 'gfm+tex_math_dollars+footnotes',
  // pandoc's HTML 5 output is not XML.
  xhtml: 'html4',
  txt: 'plain',
  tex: 'latex',
  bib: 'biblatex',
  adoc: 'asciidoctor',
  docbook: 'docbook5',
  texi: 'texinfo',
  typ: 'typst',
  // codecs/document reads the JSON of pandoc's document.
  'doc.json': 'json',
};

const words = (list: string) => list.split(' ');

export const scripts = words(
  'md html xhtml txt rst org tex mediawiki dokuwiki jira creole textile muse t2t docbook jats opml ipynb man',
);

/**
 * Formats whose files are zip files. The files of pandoc's other source formats are text, which is re-encoded first.
 */
export const packed = [...wordFormats, 'odt', 'epub'];

/** The runners that prepare zip formats for pandoc. */
const prepare: Readonly<Record<string, `${string}.py`>> = {
  ...Object.fromEntries(wordFormats.map((ext) => [ext, 'tools/pandoc/runner_docx.py' as const])),
  odt: 'tools/pandoc/runner_odt.py',
  epub: 'tools/pandoc/runner_epub.py',
};

const webPages = ['html', 'xhtml'];

/** Options of all conversions to Markdown. */
export const markdownOptions = ['images', 'tables', 'max_heading', 'front_matter'] as const;

/** Formats whose text may contain HTML. */
const withRawHtml = ['md', 'ipynb'];

export const withContents = ['md', 'tex', 'rst'];

export const officeTargets = ['docx', 'odt'];

export const plainMarkup = words(
  'txt org adoc mediawiki dokuwiki jira textile muse docbook jats tei icml opml ipynb man ms texi',
);

/** Bibliographies. In documents, bibliographies are formatted in Chicago style, pandoc's default. */
const bibliographies = ['bib', 'csljson'];

const bibliographyTargets = words('html xhtml md txt rst org tex adoc mediawiki docx odt rtf');

/** Options that apply to the text of a document. */
const textOptions = ['tracked_changes', 'comments'] as const;

export const textOptionsOf = (from: string) =>
  wordFormats.includes(from) || from === 'odt' ? textOptions : [];

/** The variable MARKDOWN is for `markdown_reader.lua`. */
export const pandocEnv = { ...sourceDateEnv, MARKDOWN: markdown };

export const pandocEdges: readonly EdgeDeclaration[] = [
  // pandoc keeps headings, lists and tables, but not fonts and colours.
  {
    reads: [...wordFormats, 'odt'],
    writes: webPages,
    cost: 1,
    loses: ['styling'],
    options: ['toc', ...textOptions],
  },
  { reads: webPages, writes: officeTargets, cost: 1, loses: ['styling'], options: ['toc'] },
  {
    reads: [...scripts, ...packed],
    writes: [...webPages, ...withContents],
    cost: 1,
    options: (from, to) => ['toc', ...(to === 'md' ? markdownOptions : []), ...textOptionsOf(from)],
  },
  { reads: [...scripts, ...packed], writes: plainMarkup, cost: 1, options: textOptionsOf },
  { reads: [...scripts, 'epub'], writes: officeTargets, cost: 1, options: ['toc'] },
  { reads: scripts, writes: ['epub'], cost: 1, options: ['toc'] },
  { reads: ['txt'], writes: ['rtf'], cost: 1 },
  // pandoc writes formulas into RTF as TeX.
  { reads: scripts, writes: ['rtf'], cost: 1, loses: ['math'] },
  { reads: scripts, writes: ['fb2'], cost: 1 },
  { reads: bibliographies, writes: [...bibliographies, ...bibliographyTargets], cost: 1 },
  { reads: scripts, writes: ['pptx'], except: ['txt>pptx'], cost: 1, options: ['toc'] },
];

export const pandoc = defineEngine({
  id: 'pandoc',
  title: 'pandoc',
  singleThreaded: true,
  knownGood: { from: 'md', to: 'html', content: '# x\n' },
  dangerous: 'all',
  needs: [
    { command: 'pandoc', debian: 'pandoc' },
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
    { command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' },
    { command: '/usr/lib/python3/dist-packages/cssselect2/__init__.py', debian: 'python3-cssselect2' },
  ],
  mounts: pandocMounts,
  edges: [...undrawn(pandocEdges), ...sameFormatEdges('pandoc')],
  command: (step) => {
    if (staysAsWritten(step)) return [runnerCommand('tools/pandoc/runner_same_format.py', step)];
    // Markdown is for further processing, so the content around the article of a web page is dropped.
    const page = webPages.includes(step.from)
      ? { page: ['md', 'doc.json'].includes(step.to) ? 'article' : 'whole' }
      : {};
    const textOnly =
      [...webPages, 'epub'].includes(step.from) && !showsPictures(step) ? { textOnly: true } : {};
    const withoutTables = [...webPages, 'doc.json'].includes(step.to);
    const tables = webPages.includes(step.from) && !withoutTables ? { largeTables: true } : {};
    const more = { ...page, ...textOnly, ...tables };
    const runner = prepare[step.from] ?? 'shared/text/to_utf8.py';
    if (isPiped(step)) {
      const [first = [], ...rest] = convertByPandoc(step, '-');
      return [[...runnerCommand(runner, step, more), pipe, ...first], ...rest];
    }
    const text = `${step.work}/text.${step.from}`;
    return [runnerCommand(runner, step, { text, ...more }), ...convertByPandoc(step, text)];
  },
  env: pandocEnv,
  // pandoc takes 7 s for 1 MB of text, which is 300 pages.
  timeBudget: { ms: 20_000, perMegabyte: 30_000 },
  timeBudgetByFormat: {
    rst: { ms: 20_000, perMegabyte: 50_000 },
    ...Object.fromEntries(packed.map((ext) => [ext, { ms: 20_000, perMegabyte: 100_000 }])),
  },
});

/**
 * Returns whether the author's text stays unchanged. A text is rewritten in the same format only if an option
 * changes its content, because pandoc would drop unknown elements, such as directives of reStructuredText.
 */
const staysAsWritten = ({ from, to, options: { toc, images = 'inline' } }: Step) =>
  from === to && !toc && images === 'inline';

/**
 * Formats that pandoc cannot write in its own sandbox mode, because pandoc reads pictures and Debian's templates from
 * files. One pandoc process therefore reads the document in sandbox mode and removes all file names except the names of
 * pictures. Another pandoc process, which does not use sandbox mode, writes the document. For a source in Markdown, a
 * single pandoc process reads, removes file names (`markdown_reader.lua`) and writes.
 */
const templated = ['docx', 'odt', 'epub', 'pptx', 'rtf'];

/**
 * Returns whether pandoc starts while its input is still checked, which saves time. pandoc can start early only if a
 * single pandoc process reads the source and writes the target. For web pages, pandoc cannot start early, because
 * pandoc may use the name of its input file as the title of a web page, and piped input has no name.
 */
const isPiped = ({ from, to }: Step) => templated.includes(to) && ['md', 'txt'].includes(from);

/**
 * Target formats that contain pictures as data: links. A command after pandoc restores the pictures and large tables
 * that an earlier command replaced with placeholders.
 */
const completed = [...webPages, 'md', 'txt'];

/** Formats that can contain drawings. Formats that are missing in this list keep only the text of drawings. */
const withDrawings = [...webPages, 'md', 'doc.json', 'docx', 'odt', 'epub', 'ipynb', 'pptx'];

const showsPictures = ({ to, options }: Step) => withDrawings.includes(to) && options.images !== 'none';

/** Returns the commands that convert the UTF-8 text or zip file at `input`. */
export function convertByPandoc(step: Step, input: string): string[][] {
  const commands = commandsFor(step, input);
  if (completed.includes(step.to)) commands.push(putBack(step));
  if (withPictures.includes(step.to)) commands.push(reportMissing(step));
  if (officeTargets.includes(step.to)) commands.push(drawBoxes(step));
  if (step.from === 'tex') commands.push(runnerCommand('tools/pandoc/runner_skipped.py', step));
  return timestamped.includes(step.to)
    ? [...commands, runnerCommand('shared/runner/reproducible.py', step)]
    : commands;
}

function commandsFor(step: Step, input: string): string[][] {
  const changing = [`--lua-filter=${script('filters')}`, '-M', `filters=${filters(step).join(',')}`];
  if (!templated.includes(step.to)) return [[...reading(step), ...changing, ...writing(step), input]];
  if (step.from === 'md')
    return [[...officeProgram, ...readingBy(script('markdown_reader'), step), ...writing(step), input]];
  // The HTML page that was made from plain text contains no file names, so a single process suffices.
  if (step.from === 'txt')
    return [[...officeProgram, ...readingBy(readerOf(step), step), ...changing, ...writing(step), input]];
  const tree = `${step.work}/tree.json`;
  // The filters for LaTeX and Jira run first, because they read attributes that `self_contained.lua` removes.
  const ofSource = { tex: 'tex_references', jira: 'jira_titles' }[step.from];
  const resolved = ofSource ? [`--lua-filter=${script(ofSource)}`] : [];
  const selfContained = [...resolved, `--lua-filter=${script('self_contained')}`, '-t', 'json'];
  return [
    [...reading(step), ...selfContained, '-o', tree, input],
    [
      ...[...officeProgram, '--standalone', '-f', 'json', `--resource-path=${step.work}`],
      ...[...changing, ...writing(step), tree],
    ],
  ];
}

/**
 * Returns a command that restores the pictures and tables that an earlier command replaced with placeholders. The
 * command does nothing if no picture or table was replaced.
 */
function putBack(step: Step): string[] {
  const found =
    'work=$1; shift; for file in "$work"/picture-* "$work"/table?*; do [ -e "$file" ] && exec "$@"; done; exit 0';
  return ['/bin/sh', '-c', found, 'sh', step.work, ...runnerCommand('tools/pandoc/runner_put_back.py', step)];
}

/** Targets in which a missing picture becomes text. */
const withPictures = [...templated, 'md', 'fb2'];

/** Returns a command that runs if `pictures.lua` has written the file `missing-pictures`. */
const reportMissing = (step: Step) =>
  ifExists(`${step.work}/missing-pictures`, runnerCommand('tools/pandoc/runner_missing.py', step));

/** Returns a command that runs if `boxes.lua` has written the file `has-boxes`. */
const drawBoxes = (step: Step) =>
  ifExists(`${step.work}/has-boxes`, runnerCommand('tools/pandoc/runner_boxes.py', step));

/** Returns a command that runs `command` only if an earlier command has written `file`. */
export const ifExists = (file: string, command: readonly string[]): string[] => [
  ...['/bin/sh', '-c', 'file=$1; shift; [ ! -e "$file" ] || exec "$@"', 'sh', file],
  ...command,
];

/** Formats in which pandoc writes the current time despite SOURCE_DATE_EPOCH. */
const timestamped = ['odt', 'epub', 'pptx'];

/**
 * The flag `-V0` disables a timer that delays the exit of pandoc. The flag `-O32m` prevents garbage collections of the
 * whole heap as long as the heap is small.
 */
const program = (nursery: string) => ['pandoc', '+RTS', '-V0', `-A${nursery}`, '-O32m', '-RTS', '--quiet'];

/**
 * With a nursery (memory for new objects) of this size, a small text needs no garbage collection, which
 * halves the time.
 */
const textProgram = program('16m');
/**
 * Writing an office format always needs garbage collections, so a smaller nursery is used, which touches less memory.
 */
const officeProgram = program('4m');

const script = (name: string) => `${sandboxPaths.engines}/tools/pandoc/filters/${name}.lua`;

const readerOf = ({ from }: Step): string => readers[from] ?? from;

const reading = (step: Step): string[] => [...textProgram, ...readingBy(readerOf(step), step), '--sandbox'];

function readingBy(reader: string, { from, to, work }: Step): string[] {
  return [
    // Some readers recognise a title only in standalone mode.
    ...['--standalone', '-f', reader],
    ...(from === 'tex' ? [`--log=${work}/skipped.json`] : []),
    `--resource-path=${work}`,
    ...(bibliographies.includes(from) && !bibliographies.includes(to) ? ['--citeproc'] : []),
    // Makefiles and tables of numbers in code need their tabs.
    ...(from === 'md' && !templated.includes(to) ? ['--preserve-tabs'] : []),
  ];
}

/**
 * Returns the names of the filters, in the order of application. `markdown_reader.lua` has a separate list of filters.
 */
function filters({ from, to }: Step): string[] {
  return [
    // In an HTML page, raw HTML stays unchanged.
    ...(withRawHtml.includes(from) && to !== 'html' ? ['raw_html'] : []),
    ...([...webPages, 'epub'].includes(from) ? ['footnotes'] : []),
    ...(from === 'odt'
      ? ['header_rows', 'cell_spans', 'formulas_in_lines', 'list_labels', 'joined_quotations'].map(
          (name) => `odt/${name}`,
        )
      : []),
    ...(from === 'jira' && !templated.includes(to) ? ['jira_titles'] : []),
    ...(wordFormats.includes(from) ? ['word_formulas', 'word_captions'] : []),
    'diagrams',
    'drawings',
    'numbers',
    ...(from === 'md' ? ['task_lists'] : []),
    ...(from === 'tex' && !templated.includes(to) ? ['tex_references'] : []),
    ...(['org', 'docbook'].includes(from) ? ['untitled_admonitions'] : []),
    'code_blocks',
    'admonitions',
    ...(to === 'md' ? ['markdown'] : []),
    ...(officeTargets.includes(to) ? ['highlights'] : []),
    ...(from === 'docbook' || [...officeTargets, 'rtf'].includes(to) ? ['page_breaks'] : []),
    'nested_tables',
    'filter',
    ...(['ipynb', 'texi'].includes(to) ? ['heading_links'] : []),
    ...(to === 'pptx' ? ['slides'] : []),
    ...(from === 'odt' && to === 'md' ? ['plain_labels'] : []),
  ];
}

/** Returns the options of `markdown.lua` as metadata. */
function markdownSettings(
  folder: string,
  { images = 'inline', tables, max_heading: deepest, front_matter: hasFrontMatter }: Step['options'],
): string[] {
  const settings = [
    ...[`md-images=${images}`, `md-folder=${folder}`],
    ...(tables ? [`md-tables=${tables}`] : []),
    ...(deepest ? [`md-max-heading=${deepest}`] : []),
    ...(hasFrontMatter ? ['md-front-matter=true'] : []),
  ];
  return settings.flatMap((setting) => ['-M', setting]);
}

const inHeader = (name: string) =>
  ['tools/pandoc/templates/' + name, 'shared/html/alerts'].map(
    (file) => `--include-in-header=${sandboxPaths.engines}/${file}.html`,
  );

function writing({ from, to, work, output, outputDir, options }: Step): string[] {
  return [
    ...['-t', writers[to] ?? to, '--wrap=none'],
    ...(to === 'md' ? ['--tab-stop=2', ...markdownSettings(outputDir, options)] : []),
    ...([...webPages, 'docbook', 'epub'].includes(to) ? ['--mathml'] : []),
    ...(webPages.includes(to) ? inHeader('header') : []),
    ...(to === 'epub' ? inHeader('book_header') : []),
    ...([...webPages, 'txt', 'epub'].includes(from) ? ['-M', 'hidden-title'] : []),
    ...(bibliographies.includes(from) ? ['-M', 'is-bibliography'] : []),
    ...(to === 'typ' ? [`--template=${sandboxPaths.engines}/tools/pandoc/templates/typst.template`] : []),
    ...([...wordFormats, ...webPages, 'epub', 'tex'].includes(from) ? ['-M', `numbers=${work}/numbers`] : []),
    ...(options.toc ? ['--toc'] : []),
    ...['-o', output],
  ];
}
