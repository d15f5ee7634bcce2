/**
 * Text, structure and tables of a PDF: MuPDF extracts the page contents, and Protean's structure step interprets them.
 */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { fromModel, modelOptions, modelStep, modelTargets } from '../document/targets.ts';
import { convertByPandoc } from '../../tools/pandoc/index.ts';
import { binaries, nodeMounts, pandocMounts, pdfTextMounts } from '../../contract/mounts.ts';

/** Formats for users who want to edit the text of a PDF. pandoc writes these formats. */
export const editable = ['docx', 'odt', 'rtf'];

const byPandoc = [...editable, 'md'];

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
    ...binaries('mutool'),
    ...nodeMounts,
    ...([...editable, 'chunks.ndjson'].includes(to) ? pandocMounts : []),
  ],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1 },
    { reads: ['pdf'], writes: ['html'], cost: 3, loses: ['math'] },
    // The text is written as running text that can be edited. LibreOffice's import would create a text frame for every
    // line.
    { reads: ['pdf'], writes: editable, cost: 4, loses: ['layout', 'pages', 'math'] },
    { reads: ['pdf'], writes: ['csv', 'xlsx'], cost: 3 },
    { reads: ['pdf'], writes: modelTargets, cost: 3, loses: ['math'], options: (_, to) => modelOptions(to) },
  ],
  env: sourceDateEnv,
  // Only a malicious page takes longer. Large documents are sent as jobs, which have separate limits.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => [pageCheck(step, { rendered: false }), ...readPdfText(step)],
});

/** Returns the commands that write the text of a PDF in the format of `step`, including Markdown. */
export const readPdfText = (step: Step): string[][] => [readPages(step), ...convertPages(step)];

const pagesFile = ({ work }: Step) => `${work}/pages.ndjson`;

/** Extracts pictures only for targets that show them. */
function readPages(step: Step): string[] {
  const program = `${sandboxPaths.engines}/codecs/pdftext/page-data.js`;
  const isShown = ['html', 'doc.json', ...editable].includes(step.to) && step.options.images !== 'none';
  const pictures = isShown ? step.work : '-';
  const read = ['mutool', 'run', program, step.input, pictures];
  return ['/bin/sh', '-c', 'out=$1; shift; exec "$@" > "$out"', 'sh', pagesFile(step), ...read];
}

function convertPages(step: Step): string[][] {
  const write = (more: Partial<Step>) =>
    runnerCommand('codecs/pdftext/runner.ts', { ...step, ...more, input: pagesFile(step) });
  if (byPandoc.includes(step.to)) {
    const page = `${step.work}/page.html`;
    return [write({ to: 'html', output: page }), ...convertByPandoc({ ...step, from: 'html' }, page)];
  }
  if (modelTargets.includes(step.to)) return [write(modelStep(step)), ...fromModel(step)];
  if (step.to !== 'xlsx') return [write({})];
  const tables = `${step.work}/tables.json`;
  return [
    write({ to: 'json', output: tables }),
    runnerCommand('tools/openpyxl/runner.py', { ...step, from: 'json', input: tables }),
  ];
}
