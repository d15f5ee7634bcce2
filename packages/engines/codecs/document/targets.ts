/**
 * Commands that write the targets `doc.json` and `chunks.ndjson`, for engines that convert documents to the document
 * model.
 */
import { runnerCommand, type Step } from '../../contract/engine.ts';
import type { OptionName } from '../../contract/options.ts';
import { convertByPandoc } from '../../tools/pandoc/index.ts';

/** Formats that are written from the document model. */
export const modelTargets = ['doc.json', 'chunks.ndjson'];

/** Returns the options of a format that is written from the document model. */
export const modelOptions = (to: string): readonly OptionName[] =>
  to === 'doc.json' ? ['images', 'schema'] : ['chunk_size', 'chunk_overlap', 'tokenizer'];

/**
 * Returns the step that writes the document model. For the target `doc.json`, returns `step` itself. For the target
 * chunks, returns an additional step, and {@link fromModel} converts the result of this step to chunks.
 */
export const modelStep = (step: Step): Step =>
  step.to === 'doc.json'
    ? step
    : { ...step, to: 'doc.json', output: modelFile(step), options: { ...step.options, images: 'none' } };

const modelFile = ({ work }: Step) => `${work}/document.json`;

/**
 * Returns the commands that convert the result of {@link modelStep} to the target. For `doc.json`, no commands are
 * needed.
 */
export const fromModel = (step: Step): string[][] =>
  step.to === 'doc.json' ? [] : chunksOfDocument(step, modelFile(step));

/** Returns the commands that write the chunks of a `doc.json` file. */
export function chunksOfDocument(step: Step, document: string): string[][] {
  const [page, markdown] = [`${step.work}/units.html`, `${step.work}/units.md`];
  const chunk = (output: string) =>
    runnerCommand('codecs/document/runner-chunks.ts', { ...step, output }, { document, page, markdown });
  const options = { images: 'none' } as const;
  const write = convertByPandoc({ ...step, from: 'html', to: 'md', output: markdown, options }, page);
  return [
    chunk(''),
    // pandoc writes the footnotes of each unit directly after the unit.
    ...write.map((command) =>
      command[0] === 'pandoc' ? [...command, '--reference-location=block'] : command,
    ),
    chunk(step.output),
  ];
}
