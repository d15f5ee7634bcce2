/** Runs routes step by step. If several routes begin with the same steps, runs these steps only once. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { GivenWarning } from '@protean/engines/contract/warnings.ts';
import type { Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import type { Edge } from '../../packages/server/src/convert/catalogue/edges.ts';
import { Deadline } from '../../packages/server/src/convert/request/deadline.ts';
import { KnownGood } from '../../packages/server/src/convert/run/known-good.ts';
import { perform, performSteps } from '../../packages/server/src/convert/run/perform.ts';
import { ConversionStep, sizeOf, type StepScope } from '../../packages/server/src/convert/run/step.ts';
import { chainName } from '../../packages/server/src/convert/catalogue/route-list.ts';

/** The result of running some steps of a route on a file. */
export interface Run {
  files: readonly string[];
  /** Total duration of all steps in milliseconds, including steps that were run earlier for another route. */
  ms: number;
  /** The warnings of all steps. */
  warnings: readonly GivenWarning[];
}

/**
 * The owner of all conversions. A sandbox serves only one owner, and can convert several files of this owner. The
 * server uses the account as the owner.
 */
const owner = 'proof';
/** Upper bound on the duration of all steps together, in milliseconds. */
const wallMs = 120_000;

export class Beginnings {
  readonly #parts: Conversions;
  readonly #kept = new Map<string, Promise<Run>>();

  constructor(parts: Conversions) {
    this.#parts = parts;
  }

  /**
   * Runs `steps` on `file` in the folder `job` and returns the result. If a step fails, rejects with the same error as
   * a conversion on the server.
   */
  async run(steps: readonly Edge[], file: string, job: string): Promise<Run> {
    const begun =
      steps.length > 1 ? await this.#begin(steps.slice(0, -1), file) : { files: [file], ms: 0, warnings: [] };
    const [only] = begun.files;
    // Only a single file can be passed on to the last step. If the earlier steps produced several files (pages or
    // frames), runs all steps again together, because the last step converts several files in parallel.
    if (only === undefined || begun.files.length > 1) return this.#perform(steps, file, job);
    const { files, ms, warnings } = await this.#perform(steps.slice(-1), only, job);
    return { files, ms: begun.ms + ms, warnings: [...begun.warnings, ...warnings] };
  }

  /** Works like `run`, but runs all steps again, because a step may depend on the target of its route. */
  runApart(steps: readonly Edge[], file: string, job: string): Promise<Run> {
    return this.#perform(steps, file, job);
  }

  /** Merges files in the folder `job`, which must exist, and returns the merged file. */
  async merge(edge: Edge, files: readonly string[], job: string): Promise<Run> {
    const began = performance.now();
    const warnings: GivenWarning[] = [];
    const scope = { ...this.#scope(), onWarning: (warning: GivenWarning) => warnings.push(warning) };
    const titles = files.map((_, n) => `File ${n + 1}`);
    const step = new ConversionStep(edge, {}, scope);
    const made = await step.combine(files, path.join(job, 'merged'), () => {}, titles);
    return { files: made, ms: performance.now() - began, warnings };
  }

  #begin(steps: readonly Edge[], file: string): Promise<Run> {
    const { from: source = '' } = steps[0] ?? {};
    const name = `${file} ${chainName({ source, steps })}`;
    const begun = this.#kept.get(name) ?? this.#keep(steps, file);
    this.#kept.set(name, begun);
    return begun;
  }

  /** Runs the steps that several routes share, in a folder that is removed with the workspace. */
  async #keep(steps: readonly Edge[], file: string): Promise<Run> {
    return this.run(steps, file, this.#parts.workspace.openConversion().path);
  }

  /** Converts a file to the same format. Throws if the result is larger than the file. */
  async checkSize(steps: readonly Edge[], file: string, dir: string): Promise<void> {
    await mkdir(dir);
    const [made = ''] = await perform({ steps, file, options: {} }, dir, this.#scope());
    const [before, after] = [sizeOf([file]), sizeOf([made])];
    if (after > before) throw new Error(`${before} bytes became ${after}`);
  }

  async #perform(steps: readonly Edge[], file: string, dir: string): Promise<Run> {
    const began = performance.now();
    const warnings: GivenWarning[] = [];
    const scope = { ...this.#scope(), onWarning: (warning: GivenWarning) => warnings.push(warning) };
    const files = await performSteps({ steps, file, options: {} }, dir, scope);
    return { files, ms: performance.now() - began, warnings };
  }

  #scope(): StepScope {
    const { catalogue, sandbox } = this.#parts;
    const knownGood = new KnownGood(sandbox);
    const now = () => performance.now();
    const deadline = new Deadline({ now, limitMs: wallMs, longestMs: wallMs });
    return { sandbox, knownGood, engine: (id) => catalogue.engine(id), now, deadline, owner };
  }
}
