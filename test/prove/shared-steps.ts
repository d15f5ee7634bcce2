/** Runs routes step by step, and each beginning that several of them have in common once. */
import type { Conversions } from '../../packages/server/src/convert/conversions.ts';
import type { Edge } from '../../packages/server/src/convert/edges.ts';
import { KnownGood } from '../../packages/server/src/convert/known-good.ts';
import { perform } from '../../packages/server/src/convert/perform.ts';
import { chainName } from '../../packages/server/src/convert/route-list.ts';

/** What some steps have made of a file. */
export interface Run {
  files: readonly string[];
  /** All steps' milliseconds, those that were run for another route too. */
  ms: number;
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
    const begun = steps.length > 1 ? await this.#begin(steps.slice(0, -1), file) : { files: [file], ms: 0 };
    const [only] = begun.files;
    // Pages and frames go their ways together, each with its number.
    if (only === undefined || begun.files.length > 1) return this.#perform(steps, file, job);
    const { files, ms } = await this.#perform(steps.slice(-1), only, job);
    return { files, ms: begun.ms + ms };
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
    return this.run(steps, file, (await this.#parts.workspace.openConversion()).path);
  }

  async #perform(steps: readonly Edge[], file: string, dir: string): Promise<Run> {
    const { catalogue, sandbox } = this.#parts;
    const now = () => performance.now();
    const began = now();
    const knownGood = new KnownGood(sandbox);
    const engine = (id: string) => catalogue.engine(id);
    const scope = { sandbox, knownGood, engine, now, wallMs, deadline: began + wallMs, owner };
    const files = await perform({ steps, file, options: {} }, dir, scope);
    return { files, ms: now() - began };
  }
}
