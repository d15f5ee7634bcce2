/** Runs routes step by step, and each beginning that several of them have in common once. */
import { mkdir } from 'node:fs/promises';
import type { GivenWarning } from '@protean/engines/contract/warnings.ts';
import type { Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import type { Edge } from '../../packages/server/src/convert/catalogue/edges.ts';
import { KnownGood } from '../../packages/server/src/convert/run/known-good.ts';
import { perform, performSteps } from '../../packages/server/src/convert/run/perform.ts';
import { sizeOf, type StepScope } from '../../packages/server/src/convert/run/step.ts';
import { chainName } from '../../packages/server/src/convert/catalogue/route-list.ts';

/** What some steps have made of a file. */
export interface Run {
  files: readonly string[];
  /** All steps' milliseconds, those that were run for another route too. */
  ms: number;
  /** Warnings of all steps. */
  warnings: readonly GivenWarning[];
}

/** One for all: what is proven is what an account gets, from rooms that have seen other files of its own. */
const owner = 'proof';
/** Of all steps together. */
const wallMs = 120_000;

export class Beginnings {
  readonly #parts: Conversions;
  readonly #kept = new Map<string, Promise<Run>>();

  constructor(parts: Conversions) {
    this.#parts = parts;
  }

  /** What `steps` make of `file`, in the folder `job`. Rejects as a conversion does. */
  async run(steps: readonly Edge[], file: string, job: string): Promise<Run> {
    const begun =
      steps.length > 1 ? await this.#begin(steps.slice(0, -1), file) : { files: [file], ms: 0, warnings: [] };
    const [only] = begun.files;
    // Pages and frames go their ways together, each with its number.
    if (only === undefined || begun.files.length > 1) return this.#perform(steps, file, job);
    const { files, ms, warnings } = await this.#perform(steps.slice(-1), only, job);
    return { files, ms: begun.ms + ms, warnings: [...begun.warnings, ...warnings] };
  }

  /** As `run`, with every step of its own: a step may depend on where its route ends. */
  runApart(steps: readonly Edge[], file: string, job: string): Promise<Run> {
    return this.#perform(steps, file, job);
  }

  #begin(steps: readonly Edge[], file: string): Promise<Run> {
    const { from: source = '' } = steps[0] ?? {};
    const name = `${file} ${chainName({ source, steps })}`;
    const begun = this.#kept.get(name) ?? this.#keep(steps, file);
    this.#kept.set(name, begun);
    return begun;
  }

  /** In a folder that stays as long as the workspace. */
  async #keep(steps: readonly Edge[], file: string): Promise<Run> {
    return this.run(steps, file, this.#parts.workspace.openConversion().path);
  }

  /** Throws where a format made anew of itself has become larger. */
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
    const [now, deadline] = [() => performance.now(), performance.now() + wallMs];
    return { sandbox, knownGood, engine: (id) => catalogue.engine(id), now, wallMs, deadline, owner };
  }
}
