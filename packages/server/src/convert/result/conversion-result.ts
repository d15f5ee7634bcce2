/** The result of a conversion, from which each interface makes its own response. */
import type { Attempt } from './attempts.ts';
import type { Route } from '../catalogue/planner.ts';
import type { ConversionReport, StepReport } from './report.ts';
import type { Warning } from './warnings.ts';

export interface ConversionResult {
  /** Path of the result file, which is in the conversion's folder. */
  file: string;
  /** File name of the result: the caller's name with the new extension. */
  fileName: string;
  mime: string;
  size: number;
  /** Conversion time in milliseconds, without the time in the queue. */
  ms: number;
  route: Pick<Route, 'source' | 'target' | 'loses'>;
  warnings: Warning[];
  /** Fallback attempts, usually empty. */
  tried?: readonly Attempt[];
  /** Set only if the request or the context asks for a report. */
  report?: ConversionReport;
  /**
   * Number of files that were converted separately. `converted` is undefined for a single file and for merged files,
   * which count as 1 conversion.
   */
  converted?: number;
}

/** The result of converting one of several files, before they are merged. */
export interface ConvertedPart {
  /** Files in the part's folder. A part has several files if a step splits the file. */
  files: readonly string[];
  warnings: Warning[];
  steps: StepReport[];
}

/** The file into which several files of one format were merged. */
export interface CombinedFiles {
  /** Path of the merged file, in the conversion's folder. */
  file: string;
  warnings: Warning[];
  steps: StepReport[];
}
