/**
 * Reports the progress of conversions. Updates a single line on a terminal, writes plain lines to a pipe, or writes
 * JSON.
 */
import type { ExitStatus } from './exit-status.ts';
import { complain, movingLine, print, printJson } from './terminal.ts';

/** Outcome of the conversion of one file. */
export type FileOutcome =
  | { state: 'converted'; input: string; output: string; size: number; ms: number | undefined }
  | { state: 'skipped'; input: string; reason: string }
  | { state: 'failed'; input: string; status: ExitStatus; code: string | undefined; message: string };

export interface Reporter {
  /** `share` is the completed fraction of one file, from 0 to 1. */
  progress(input: string, share: number): void;
  finished(outcome: FileOutcome): void;
  /** Writes the summary. */
  end(): void;
}

/** Interval in milliseconds at which the elapsed time on a terminal is updated. */
const redrawMs = 1_000;

export interface ReporterOptions {
  total: number;
  json: boolean;
  /** Whether progress lines are disabled even on a terminal. */
  plain: boolean;
}

export function openReporter({ total, json, plain }: ReporterOptions): Reporter {
  // For a single file, the elapsed time includes the start of the command, because `performance.now()` counts from the
  // start of the process.
  const opened = total === 1 ? 0 : performance.now();
  const began = new Map<string, number>();
  const passed = (since: number) => performance.now() - since;
  const line = movingLine(plain || json);
  const counts = { converted: 0, skipped: 0, failed: 0 };
  const shares = new Map<string, number>();
  const draw = () => {
    const done = counts.converted + counts.skipped + counts.failed;
    const partial = [...shares.values()].reduce((sum, share) => sum + share, 0);
    const time = `${Math.floor(passed(opened) / 1000)} s`;
    line.show(barOf((done + partial) / total, `${done}/${total}`, [time, ...shares.keys()].join(', ')));
  };
  const redraws = setInterval(draw, redrawMs).unref();
  return {
    progress(input, share) {
      if (!began.has(input)) began.set(input, total === 1 ? 0 : performance.now());
      shares.set(input, share);
      draw();
    },
    finished(outcome) {
      shares.delete(outcome.input);
      counts[outcome.state] += 1;
      line.clear();
      const elapsed = Math.round(passed(began.get(outcome.input) ?? opened));
      began.delete(outcome.input);
      if (json) printJson(outcome.state === 'converted' ? { ...outcome, elapsed_ms: elapsed } : outcome);
      else if (outcome.state === 'failed') complain(`${outcome.input}: ${outcome.message}`);
      else print(lineOf(outcome, elapsed));
      draw();
    },
    end() {
      clearInterval(redraws);
      line.clear();
      if (json || total < 2) return;
      const parts = Object.entries(counts).flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : []));
      complain(`${parts.join(', ')} in ${Math.round(passed(opened))} ms`);
    },
  };
}

function lineOf(outcome: Exclude<FileOutcome, { state: 'failed' }>, elapsed: number): string {
  if (outcome.state === 'skipped') return `${outcome.input}: skipped, ${outcome.reason}`;
  return `${outcome.output}: ${outcome.size} bytes in ${elapsed} ms`;
}

const barWidth = 24;

function barOf(share: number, count: string, names: string): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${count} ${names}`;
}
