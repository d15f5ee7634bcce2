/** Makes the reports of conversions. */
import type { Engine } from '@protean/engines/runtime/engine.ts';
import type { EngineVersions } from './engine-versions.ts';
import { ownVersion } from './engine-versions.ts';
import type { ConversionPlan } from './plan.ts';
import {
  optionsOfReport,
  reportOfSeveral,
  statementOf,
  type ConversionReport,
  type OfSeveral,
  type StepReport,
} from './report.ts';
import type { StepsDone } from './steps-done.ts';
import type { Warning } from './warnings.ts';

interface ReporterServices {
  versions: EngineVersions;
  engine: (id: string) => Engine;
}

/** What a plan has become. */
interface Made {
  plan: ConversionPlan;
  steps: StepsDone;
  warnings: readonly Warning[];
  /** The result. */
  file: string;
}

export class Reporter {
  readonly #versions: EngineVersions;
  readonly #engine: (id: string) => Engine;

  constructor({ versions, engine }: ReporterServices) {
    this.#versions = versions;
    this.#engine = engine;
  }

  async report({ plan, steps, warnings, file }: Made): Promise<ConversionReport> {
    const { route, options } = plan;
    const [source, result, done] = await Promise.all([
      statementOf(plan.file),
      statementOf(file),
      this.stepsOf(steps),
    ]);
    return {
      protean: ownVersion,
      source_format: route.source,
      target_format: route.target,
      options: optionsOfReport(options),
      steps: done,
      lost: [...route.loses],
      warnings: [...warnings],
      source,
      result,
    };
  }

  /** Of a result that was made of several files. */
  async ofSeveral(of: OfSeveral, result: string): Promise<ConversionReport> {
    return reportOfSeveral(of, await statementOf(result));
  }

  stepsOf(steps: StepsDone): Promise<StepReport[]> {
    return steps.report((id) => this.#versions.of(this.#engine(id)));
  }
}
