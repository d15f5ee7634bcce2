/**
 * Text, structure and tables of a PDF: MuPDF extracts the page contents, and Protean's structure step interprets them.
 */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand, singleThreadedProgram, type Step } from '../../contract/engine.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { modelOptions, modelTargets } from '../document/targets.ts';
import { ocrMounts, recognize } from '../../tools/ocrmypdf/recognize.ts';
import type { PdfTextStep, Recognition } from './reading/read-document.ts';
import { convertByPandoc, markdownOptions } from '../../tools/pandoc/index.ts';
import { binaries, nodeMounts, pandocMounts, pdfTextMounts } from '../../contract/mounts.ts';

/** Formats for users who want to edit the text of a PDF. pandoc writes these formats. */
export const editable = ['docx', 'odt', 'rtf'];

/**
 * Returns whether pandoc writes the target. Markdown is written without pandoc, which is 10 times faster for long
 * documents, unless an option asks for content that only pandoc's filters write.
 */
const isByPandoc = ({ to, options: { tables, front_matter: hasFrontMatter } }: Step) =>
  editable.includes(to) || (to === 'md' && (tables === 'html' || hasFrontMatter === true));

/**
 * Targets in which formulas are written as TeX or as equations. In other targets, the symbols of formulas are plain
 * text. Markdown and similar formats are written from HTML or doc.json.
 */
const withFormulas = [
  'md',
  'rst',
  'org',
  'adoc',
  'mediawiki',
  'ipynb',
  'tex',
  'docx',
  'odt',
  ...modelTargets,
];

const recognition = ['ocr', 'language'] as const;

export const pdfText = defineEngine({
  id: 'pdftext',
  title: 'MuPDF with layout analysis',
  dangerous: 'all',
  needs: [
    { command: 'mutool', debian: 'mupdf-tools' },
    { command: 'pdfinfo', debian: 'poppler-utils' },
    { command: 'pandoc', debian: 'pandoc' },
    { command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' },
  ],
  mounts: (_from, to) => [
    ...pdfTextMounts,
    ...ocrMounts,
    ...binaries('mutool'),
    ...nodeMounts,
    ...([...editable, 'md'].includes(to) ? pandocMounts : []),
  ],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1, options: recognition },
    {
      reads: ['pdf'],
      writes: ['html'],
      cost: 3,
      loses: ['math'],
      options: [...recognition, 'page_markers'],
    },
    {
      reads: ['pdf'],
      writes: ['md'],
      cost: 3,
      loses: ['math'],
      options: [...recognition, 'page_markers', ...markdownOptions],
    },
    // The text is written as running text that can be edited. LibreOffice's import would create a text frame for every
    // line.
    { reads: ['pdf'], writes: editable, cost: 4, loses: ['layout', 'pages', 'math'], options: recognition },
    { reads: ['pdf'], writes: ['csv', 'xlsx'], cost: 3, options: recognition },
    {
      reads: ['pdf'],
      writes: modelTargets,
      cost: 3,
      loses: ['math'],
      options: (_, to) => [...recognition, ...modelOptions(to)],
    },
  ],
  // Each page is recognized by a single thread.
  env: { ...sourceDateEnv, OMP_THREAD_LIMIT: '1' },
  limits: { memory: 2048 * 1024 * 1024 },
  // Only a malicious page needs more time than this time limit. Text recognition ends before the time limit. Large
  // documents are converted in jobs, which have separate limits.
  timeBudget: { ms: 45_000, perMegabyte: 0 },
  command: (step) => [pageCheck(step, { rendered: false }), ...readPdf(step)],
});

/**
 * Returns the commands that read the pages and write the text. The text of pages without a text layer is recognized
 * first.
 */
function readPdf(step: Step): string[][] {
  const { ocr = 'auto' } = step.options;
  if (ocr !== true) return convertPages(step, ocr ? { recognition: recognitionOf(step) } : {});
  const read = `${step.work}/read.pdf`;
  return [
    recognize({ ...step, to: 'pdf', output: read, intermediate: true }),
    ...writePdfText({ ...step, input: read }),
  ];
}

/** Returns the commands that write the text of a recognized PDF in the format of `step`, including Markdown. */
export const writePdfText = (step: Step): string[][] => convertPages(step, { examined: true });

const scansFile = ({ work }: Step) => `${work}/scans.json`;

/** Returns how the runner recognizes text on pages without text. */
function recognitionOf(step: Step): Recognition {
  const files = { scans: scansFile(step), pages: `${step.work}/pages.ndjson` };
  return { ...files, command: runnerCommand('tools/tesseract/runner_pages.py', step, files) };
}

/** The Markdown of a recognized picture does not contain the picture. */
const showsPictures = ({ from, to, options: { images } }: Step) =>
  images !== 'none' && (['html', 'doc.json', ...editable].includes(to) || (to === 'md' && from === 'pdf'));

/** Returns the command that writes the contents of the pages. Extracts pictures only for targets that show them. */
function readPages(step: Step): string[] {
  const program = `${sandboxPaths.engines}/codecs/pdftext/page-data.js`;
  const pictures = showsPictures(step) ? step.work : '-';
  return singleThreadedProgram(step, ['mutool', 'run', program, step.input, pictures, scansFile(step)]);
}

/**
 * Flags with which Node needs the least time for a long document: a nursery (memory for new objects) of 8 MB, and one
 * helper thread. More helper threads would take processor time from the program that reads the pages.
 */
const nodeFlags = ['--max-semi-space-size=8', '--v8-pool-size=1'];

const withFlags = ([node = '', ...rest]: readonly string[]): string[] => [node, ...nodeFlags, ...rest];

/** The runner starts the program that reads the pages, and converts each page while the program reads the next page. */
function convertPages(step: Step, state: Pick<PdfTextStep, 'examined' | 'recognition'>): string[][] {
  const write = (more: Partial<Step>) =>
    withFlags(
      runnerCommand(
        'codecs/pdftext/runner.ts',
        { ...step, ...more },
        { ...state, reader: readPages(step), formulas: withFormulas.includes(step.target ?? step.to) },
      ),
    );
  if (isByPandoc(step)) {
    const page = `${step.work}/page.html`;
    return [write({ to: 'html', output: page }), ...convertByPandoc({ ...step, from: 'html' }, page)];
  }
  if (step.to !== 'xlsx') return [write({})];
  const tables = `${step.work}/tables.json`;
  return [
    write({ to: 'json', output: tables }),
    runnerCommand('tools/openpyxl/runner.py', { ...step, from: 'json', input: tables }),
  ];
}
