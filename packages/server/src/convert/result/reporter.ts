/** Makes the reports of conversions from their steps and from the file info of source and result. */
import type { Engine } from '@protean/engines/contract/engine.ts';
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import { warningsOf } from './comparisons.ts';
import type { EngineVersions } from '../catalogue/engine-versions.ts';
import { ownVersion } from '../catalogue/engine-versions.ts';
import { readFileInfo, type FileInfoFile, type FileInfoScope } from './file-info-reader.ts';
import { lostInResult, lostOf } from '../request/held-traits.ts';
import { wouldLose } from '../request/must-keep.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import {
  distinctWarnings,
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

/** A finished result. */
interface Made {
  /** Path of the result. */
  file: string;
  warnings: Warning[];
}

/** Describes how a result was made, for its report. */
interface Making {
  plan: RoutePlan;
  /** The extension of the result's format. */
  format: string;
  steps: StepsDone;
  scope: FileInfoScope;
  /** Whether to make a report even if the plan does not ask for one. */
  report?: boolean | undefined;
}

/** The format of a file for which no file info could be read, and the reason for the log. */
export interface UnreadInfo {
  format: string;
  reason: string;
}

export class Reporter {
  readonly #versions: EngineVersions;
  readonly #engine: (id: string) => Engine;
  readonly #watchers: ((unread: UnreadInfo) => void)[] = [];

  constructor({ versions, engine }: ReporterServices) {
    this.#versions = versions;
    this.#engine = engine;
  }

  /** Calls `watcher` for each file for which no file info could be read. */
  watch(watcher: (unread: UnreadInfo) => void): void {
    this.#watchers.push(watcher);
  }

  /**
   * Returns `made` with the report and warnings. Reads the file info only if the request needs it. Throws
   * `unsupported_route` if the result lost a trait that must be kept.
   */
  async complete<Converted extends Made>(
    made: Converted,
    { plan, format, steps, scope, report }: Making,
  ): Promise<Converted & { report?: ConversionReport }> {
    const { route, options, requested } = plan;
    const mustKeep = requested.must_keep;
    const isReported = requested.report || report === true;
    if (!isReported && mustKeep.length === 0) return made;
    const files = [
      { file: plan.file, format: route.source },
      { file: made.file, format },
    ];
    const reading = this.readFileInfo(files, scope);
    const hashing = isReported
      ? Promise.all([statementOf(plan.file), statementOf(made.file), this.stepsOf(steps)])
      : undefined;
    const [[source = {}, result = {}], hashed] = await Promise.all([reading, hashing]);
    const lost = lostInResult(mustKeep, { source, result, options });
    if (lost.length > 0) throw wouldLose(lost, route, 'lost');
    const found = warningsOf({ source, result, options, loses: route.loses });
    const warnings = distinctWarnings([...made.warnings, ...found]);
    if (!hashed) return { ...made, warnings };
    const [ofSource, ofResult, done] = hashed;
    const written = {
      protean: ownVersion,
      source_format: route.source,
      target_format: route.target,
      options: optionsOfReport(options),
      steps: done,
      lost: lostOf(route.loses, source),
      warnings,
      source: { ...ofSource, facts: source },
      result: { ...ofResult, facts: result },
    };
    return { ...made, warnings, report: written };
  }

  /**
   * Returns the info of each file. For an unreadable file, the info is empty. Throws only if the signal is aborted, and
   * then throws the signal's reason.
   */
  async readFileInfo(files: readonly FileInfoFile[], scope: FileInfoScope): Promise<Facts[]> {
    const read = await readFileInfo(files, scope);
    return read.map(({ facts, unread: reason }, n) => {
      const { format = '' } = files[n] ?? {};
      if (reason !== undefined) for (const watcher of this.#watchers) watcher({ format, reason });
      return facts;
    });
  }

  /**
   * Returns the report of a result that was made from several files. `facts` is the file info of the result, if it was
   * read.
   */
  async ofSeveral(of: OfSeveral, result: string, facts: Facts = {}): Promise<ConversionReport> {
    return reportOfSeveral(of, await statementOf(result, facts));
  }

  stepsOf(steps: StepsDone): Promise<StepReport[]> {
    return steps.report((id) => this.#versions.of(this.#engine(id)));
  }
}
