/** Executes a plan: runs its steps in order, each in a separate folder, and returns the files of the last step. */
import { link, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GivenWarning } from '@protean/engines/contract/warnings.ts';
import { optionsOfStep, type OptionName, type Options } from '@protean/engines/contract/options.ts';
import type { Edge } from '../catalogue/edges.ts';
import { bestFitting, type Growth } from './max-size.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import { ConversionStep, sizeOf, type StepScope } from './step.ts';
import type { OnProgress } from '../request/context.ts';

/** Highest quality that is tried for `max_size` by default. Higher qualities add bytes without a visible difference. */
const bestQuality = 95;

/**
 * Options that only reduce the size of a file. On a route from a format to itself, the unchanged source may already
 * satisfy an option that only reduces the size.
 */
const reducing: readonly OptionName[] = ['quality', 'max_size', 'bitrate', 'level', 'lossless'];

/**
 * How the size grows with quality, by engine and target. The table contains only formats in which the quality also
 * determines the frame rate and the colours. The growths were measured with videos of 3 s and 15 s.
 */
const growths: Readonly<Record<string, Growth>> = { 'ffmpeg gif': { usual: 50, slope: 1.2 } };

/**
 * Returns the files of the last step: one file, or several files in order if the step splits the file into pages or
 * frames. Creates the folders of the steps in `dir`. A route from a format to itself returns the source if no result is
 * smaller. The source is not returned if the options ask for other changes, if the source was repaired, or if the
 * source exceeds `max_size`. Throws `bad_request` if the file is at fault, and `service_unavailable` if an engine is at
 * fault.
 */
export async function perform(
  plan: Pick<RoutePlan, 'file' | 'steps' | 'options'>,
  dir: string,
  scope: StepScope,
  onProgress: OnProgress = () => {},
): Promise<string[]> {
  const { file, steps, options } = plan;
  const names = Object.keys(options) as OptionName[];
  const mayKeep = names.every((name) => reducing.includes(name)) && options.level !== 0;
  if (steps[0]?.from !== steps.at(-1)?.to || !mayKeep) return performSteps(plan, dir, scope, onProgress);
  const { size } = await stat(file);
  const { max_size: maxBytes, ...others } = options;
  const fits = maxBytes === undefined || size <= maxBytes;
  const warnings: GivenWarning[] = [];
  const asked = { ...plan, options: fits ? others : options };
  const collecting = { ...scope, onWarning: (warning: GivenWarning) => void warnings.push(warning) };
  const files = await performSteps(asked, dir, collecting, onProgress);
  // If the caller sets no options, the source is preferred to a result that is smaller only because it lost
  // metadata.
  const losesMetadata = names.length === 0 && warnings.some(({ code }) => code === 'metadata_left_out');
  const isRepaired = warnings.some(({ code }) => code === 'cues_mended');
  if (!fits || isRepaired || (sizeOf(files) < size && !losesMetadata)) {
    for (const warning of warnings) scope.onWarning?.(warning);
    return files;
  }
  // The source is returned instead of the result, so the warnings about the result do not apply.
  const kept = path.join(dir, 'kept');
  await mkdir(kept);
  const same = path.join(kept, path.basename(files[0] ?? file));
  await link(file, same);
  return [same];
}

/** Returns the files of the last step, regardless of their size. */
export async function performSteps(
  { file, steps, options }: Pick<RoutePlan, 'file' | 'steps' | 'options'>,
  dir: string,
  scope: StepScope,
  onProgress: OnProgress = () => {},
): Promise<string[]> {
  const understood = steps.map((edge) => edge.options);
  const ends = { source: steps[0]?.from ?? '', target: steps.at(-1)?.to ?? '' };
  /**
   * Chooses an engine for the features of an intermediate file, because the route plan considers only the features of
   * the source.
   */
  const adapted = async (edge: Edge, n: number, [input = '']: readonly string[], chosen: Options) =>
    n > 0 ? ((await scope.adapt?.(edge, input, Object.keys(chosen) as OptionName[])) ?? edge) : edge;
  /** Performs the steps, beginning with step `n`. The names of the steps' folders start with the value of `attempt`. */
  const performFrom = async (n: number, inputs: readonly string[], attempt: string): Promise<string[]> => {
    const planned = steps[n];
    if (!planned) return [...inputs];
    const ofStep = optionsOfStep(options, understood, n);
    const edge = await adapted(planned, n, inputs, ofStep);
    const convert = async (name: string, chosen: Options) => {
      const step = new ConversionStep(edge, chosen, scope, ends);
      const made = await convertEach(inputs, path.join(dir, `${attempt}${name}`), step, (share) =>
        onProgress((n + share) / steps.length),
      );
      onProgress((n + 1) / steps.length);
      return performFrom(n + 1, made, name === `step-${n + 1}` ? attempt : `${attempt}${name}-`);
    };
    // With `max_size`, each attempt also runs the later steps, because later steps may enlarge the file.
    return ofStep.max_size === undefined
      ? convert(`step-${n + 1}`, ofStep)
      : fitMaxSize(ofStep.max_size, ofStep, edge, scope, convert);
  };
  return performFrom(0, [file], '');
}

/** Repeats the step to find the best quality for which the result has at most `maxBytes` bytes. */
function fitMaxSize(
  maxBytes: number,
  options: Options,
  edge: Edge,
  { deadline }: StepScope,
  convert: (name: string, options: Options) => Promise<string[]>,
): Promise<string[]> {
  let longest = 0;
  return bestFitting({
    maxBytes,
    best: options.quality ?? bestQuality,
    growth: options.quality === undefined ? growths[`${edge.engine} ${edge.to}`] : undefined,
    // Slow steps get fewer attempts and a less exact result.
    tries: edge.cost > 5 ? 4 : 7,
    make: async (quality) => {
      const began = deadline.countedMs;
      const files = await convert(
        `at-${quality ?? 'usual'}`,
        quality === undefined ? options : { ...options, quality },
      );
      longest = Math.max(longest, deadline.countedMs - began);
      return files;
    },
    mayGoOn: () => 2 * longest < deadline.leftMs,
  });
}

/**
 * Performs one step on each file. The results keep the order of the files. If there are several files, each result is
 * named after its file.
 */
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
      results.push(await named(result, dir, stem));
    }
  }
  return results;
}

/**
 * Returns the path of a result in `dir`. If the step made several results from the file `stem`, moves the given result
 * from the separate folder of these results to `dir`, and adds `stem` to the name of the result. A single result is
 * already in `dir`.
 */
async function named(result: string, dir: string, stem: string): Promise<string> {
  if (path.dirname(result) === dir) return result;
  const { name, ext } = path.parse(result);
  const file = path.join(dir, `${stem}${name === 'out' ? '' : `-${name}`}${ext}`);
  await rename(result, file);
  return file;
}
