/** Reports the progress of conversions: a moving line on a terminal, plain lines in a pipe, or JSON. */
import type { ExitStatus } from './exit-status.ts';

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
  const { stdout: out, stderr: err } = process;
  const moving = !plain && err.isTTY;
  const counts = { converted: 0, skipped: 0, failed: 0 };
  const shares = new Map<string, number>();
  let shown = false;
  const clear = () => {
    if (shown) err.write('\r\x1b[K');
    shown = false;
  };
  const draw = () => {
    if (!moving || json) return;
    clear();
    const done = counts.converted + counts.skipped + counts.failed;
    const partial = [...shares.values()].reduce((sum, share) => sum + share, 0);
    err.write(
      // The width of a terminal may be unknown.
      barOf((done + partial) / total, `${done}/${total}`, [...shares.keys()].join(', '), err.columns || 80),
    );
    shown = true;
  };
  return {
    progress(input, share) {
      shares.set(input, share);
      draw();
    },
    finished(outcome) {
      shares.delete(outcome.input);
      counts[outcome.state] += 1;
      clear();
      if (json) out.write(`${JSON.stringify(outcome)}\n`);
      else if (outcome.state === 'failed') err.write(`${outcome.input}: ${outcome.message}\n`);
      else out.write(`${lineOf(outcome)}\n`);
      draw();
    },
    end() {
      clear();
      if (json || total < 2) return;
      const parts = Object.entries(counts).flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : []));
      err.write(`${parts.join(', ')}\n`);
    },
  };
}

function lineOf(outcome: Exclude<FileOutcome, { state: 'failed' }>): string {
  if (outcome.state === 'skipped') return `${outcome.input}: skipped, ${outcome.reason}`;
  const time = outcome.ms === undefined ? '' : ` in ${outcome.ms} ms`;
  return `${outcome.output}: ${outcome.size} bytes${time}`;
}

const barWidth = 24;

function barOf(share: number, count: string, names: string, columns: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  const line = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${count} ${names}`;
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
}
