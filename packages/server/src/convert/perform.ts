/** Carries out a plan: its steps one after the other, each in a folder of its own; returns the files of the last one. */
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { optionsOfStep, type Options } from '@protean/engines/runtime/options.ts';
import type { Edge } from './edges.ts';
import { bestFitting } from './max-size.ts';
import type { ConversionPlan } from './plan.ts';
import { ConversionStep, type OnProgress, type StepScope } from './step.ts';

/** Above it quality costs bytes that nobody sees. */
const bestQuality = 95;

/**
 * The files of the last step: one, or several in order where the step splits (pages, frames). The steps' own folders are
 * made in `dir`. Throws `bad_request` when the file is at fault, `service_unavailable` when an engine is.
 */
export async function perform(
  { file, steps, options }: Pick<ConversionPlan, 'file' | 'steps' | 'options'>,
  dir: string,
  scope: StepScope,
  onProgress: OnProgress = () => {},
): Promise<string[]> {
  const understood = steps.map((edge) => edge.options);
  const ends = { source: steps[0]?.from ?? '', target: steps.at(-1)?.to ?? '' };
  let files = [file];
  for (const [n, edge] of steps.entries()) {
    const ofStep = optionsOfStep(options, understood, n);
    const inputs = files;
    const convert = (name: string, chosen: Options) => {
      const step = new ConversionStep(edge, chosen, scope, ends);
      return convertEach(inputs, path.join(dir, name), step, (share) =>
        onProgress((n + share) / steps.length),
      );
    };
    files = await (ofStep.max_size === undefined
      ? convert(`step-${n + 1}`, ofStep)
      : fitMaxSize(ofStep.max_size, ofStep, edge, scope, convert));
    onProgress((n + 1) / steps.length);
  }
  return files;
}

/** Repeats the step until the best quality is found whose result has at most `maxBytes`. */
function fitMaxSize(
  maxBytes: number,
  options: Options,
  edge: Edge,
  { now, deadline }: StepScope,
  convert: (name: string, options: Options) => Promise<string[]>,
): Promise<string[]> {
  let longest = 0;
  return bestFitting({
    maxBytes,
    best: options.quality ?? bestQuality,
    // What takes long is found less exactly.
    tries: edge.cost > 5 ? 4 : 7,
    make: async (quality) => {
      const began = now();
      const files = await convert(
        `at-${quality ?? 'usual'}`,
        quality === undefined ? options : { ...options, quality },
      );
      longest = Math.max(longest, now() - began);
      return files;
    },
    mayGoOn: () => now() + 2 * longest < deadline,
  });
}

/** Performs one step on each of the files; the results keep their order and, where they are several, their names. */
async function convertEach(
  files: readonly string[],
  dir: string,
  step: ConversionStep,
  onProgress: OnProgress,
): Promise<string[]> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return step.convert(only, dir, onProgress);
  await mkdir(dir);
  const results: string[] = [];
  for (const [n, file] of files.entries()) {
    const stem = path.parse(file).name;
    const onShare = (share: number) => onProgress((n + share) / files.length);
    for (const result of await step.convert(file, path.join(dir, stem), onShare)) {
      const { name, ext } = path.parse(result);
      const named = path.join(dir, `${stem}${name === 'out' ? '' : `-${name}`}${ext}`);
      await rename(result, named);
      results.push(named);
    }
  }
  return results;
}
