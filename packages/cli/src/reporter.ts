/** Reports the progress of conversions: a moving line on a terminal, plain lines in a pipe, or JSON. */
import type { ExitStatus } from './exit-status.ts';
import { complain, movingLine, print, printJson } from './terminal.ts';

/** The outcome of one file. */
export type FileOutcome =
  | { state: 'converted'; input: string; output: string; size: number; ms: number | undefined }
  | { state: 'skipped'; input: string; reason: string }
  | { state: 'failed'; input: string; status: ExitStatus; code: string | undefined; message: string };

export interface Reporter {
  /** `share` is the completed part of one file, from 0 to 1. */
  progress(input: string, share: number): void;
  finished(outcome: FileOutcome): void;
  /** Writes the summary. */
  end(): void;
}

export interface ReporterOptions {
  total: number;
  json: boolean;
  /** Whether moving lines are disabled even on a terminal. */
  plain: boolean;
}

export function openReporter({ total, json, plain }: ReporterOptions): Reporter {
  const line = movingLine(plain || json);
  const counts = { converted: 0, skipped: 0, failed: 0 };
  const shares = new Map<string, number>();
  const draw = () => {
    const done = counts.converted + counts.skipped + counts.failed;
    const partial = [...shares.values()].reduce((sum, share) => sum + share, 0);
    line.show(barOf((done + partial) / total, `${done}/${total}`, [...shares.keys()].join(', ')));
  };
  return {
    progress(input, share) {
      shares.set(input, share);
      draw();
    },
    finished(outcome) {
      shares.delete(outcome.input);
      counts[outcome.state] += 1;
      line.clear();
      if (json) printJson(outcome);
      else if (outcome.state === 'failed') complain(`${outcome.input}: ${outcome.message}`);
      else print(lineOf(outcome));
      draw();
    },
    end() {
      line.clear();
      if (json || total < 2) return;
      const parts = Object.entries(counts).flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : []));
      complain(parts.join(', '));
    },
  };
}

function lineOf(outcome: Exclude<FileOutcome, { state: 'failed' }>): string {
  if (outcome.state === 'skipped') return `${outcome.input}: skipped, ${outcome.reason}`;
  const time = outcome.ms === undefined ? '' : ` in ${outcome.ms} ms`;
  return `${outcome.output}: ${outcome.size} bytes${time}`;
}

const barWidth = 24;

function barOf(share: number, count: string, names: string): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${count} ${names}`;
}
