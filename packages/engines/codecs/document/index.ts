/**
 * Converts markup and office documents, which pandoc reads, to `doc.json` (metadata, pages and blocks in reading order)
 * and to chunks of text. The engine also converts `doc.json` to other formats. No maintained library has one document
 * model for all markup and office formats.
 */
import { commandsOf, defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { nodeMounts, pandocMounts } from '../../contract/mounts.ts';
import {
  convertByPandoc,
  markdownOptions,
  officeTargets,
  packed,
  pandoc,
  pandocEnv,
  scripts,
  textOptionsOf,
} from '../../tools/pandoc/index.ts';
import { chunksOfDocument, fromModel, modelOptions, modelStep, modelTargets } from './targets.ts';

/** Formats that pandoc reads, except plain text. Plain text has no structure except lines. */
const reads = [...scripts, ...packed].filter((ext) => ext !== 'txt');

export const document = defineEngine({
  id: 'document',
  title: 'Protean document structure',
  singleThreaded: true,
  dangerous: 'all',
  needs: pandoc.needs,
  mounts: [...pandocMounts, ...nodeMounts],
  edges: [
    {
      reads,
      writes: modelTargets,
      cost: 1,
      options: (from, to) => [...modelOptions(to), ...textOptionsOf(from)],
    },
    { reads: ['doc.json'], writes: ['chunks.ndjson'], cost: 1, options: modelOptions('chunks.ndjson') },
    {
      reads: ['doc.json'],
      writes: ['html', 'md', 'txt', 'epub', ...officeTargets],
      cost: 1,
      options: (_, to) => [
        ...(to === 'txt' ? [] : (['toc'] as const)),
        ...(to === 'md' ? markdownOptions : []),
        ...(['md', 'html'].includes(to) ? (['page_markers'] as const) : []),
      ],
    },
  ],
  command: (step) => {
    if (step.from !== 'doc.json') return [...readDocument(modelStep(step)), ...fromModel(step)];
    return step.to === 'chunks.ndjson' ? chunksOfDocument(step, step.input) : writePage(step);
  },
  env: pandocEnv,
  ...(pandoc.timeBudget ? { timeBudget: pandoc.timeBudget } : {}),
  ...(pandoc.timeBudgetByFormat ? { timeBudgetByFormat: pandoc.timeBudgetByFormat } : {}),
});

function readDocument(step: Step): string[][] {
  const ast = `${step.work}/ast.json`;
  const read = commandsOf(pandoc, { ...step, output: ast });
  return [...read.map((command) => [...command]), runnerCommand('codecs/document/runner.ts', step, { ast })];
}

/**
 * Returns the commands that write the document as a web page and convert this page with pandoc. All target formats are
 * produced from the same web page, so that all results have the same content.
 */
function writePage(step: Step): string[][] {
  const page = `${step.work}/page.html`;
  return [
    runnerCommand('codecs/document/runner-page.ts', { ...step, output: page }),
    ...convertByPandoc({ ...step, from: 'html' }, page),
  ];
}
