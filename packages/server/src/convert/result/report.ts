/** The report of a conversion: its steps, versions and losses, and the hashes of the source and the result. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { optionFileIn } from '@protean/engines/contract/option-files.ts';
import { fileValuedOptions, secretOptions } from '@protean/engines/contract/options.ts';
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { Trait } from '@protean/formats/format.ts';
import type { ErrorEnvelope } from '../../errors.ts';
import { ownVersion } from '../catalogue/engine-versions.ts';
import type { Warning } from './warnings.ts';

/** One executed step: a conversion by one engine. The times of several runs of the same step are summed. */
export interface StepReport {
  engine: string;
  version: string;
  from: string;
  to: string;
  ms: number;
}

/** The hash, size and file info of a source or result. */
export interface FileStatement {
  /** Hash of the file. The hash is null if the size and the file info describe several files together. */
  sha256: string | null;
  /** Bytes. */
  size: number;
  /** The file info, as far as it could be read. */
  facts: Facts;
}

/** One file in a request with several files. */
export interface ReportedFile {
  name: string;
  /** File name in the zip. */
  result?: string;
  status: 'completed' | 'failed';
  error?: ErrorEnvelope['error'];
  lost: Trait[];
  warnings?: Warning[];
  ms: number;
  /** Hash, size and file info of this file, if it was merged with other files. */
  source?: FileStatement;
  /** The report of the file's conversion, if it was converted separately. */
  report?: ConversionReport;
}

export interface ConversionReport {
  /** The version of Protean. */
  protean: string;
  source_format: string;
  target_format: string;
  /** Options with which the conversion can be repeated. Passwords are omitted. */
  options: Record<string, string | number | boolean>;
  steps: StepReport[];
  lost: Trait[];
  warnings: Warning[];
  source: FileStatement;
  result: FileStatement;
  files?: ReportedFile[];
}

/** Whether the options contain a password or a key. */
export const hasSecrets = (options: Readonly<Record<string, unknown>>): boolean =>
  secretOptions.some((name) => options[name] !== undefined);

/** Returns the options without secrets. A file in the options is represented by its hash. */
export function optionsOfReport(options: Readonly<Record<string, unknown>>): ConversionReport['options'] {
  return Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => !secretOptions.some((secret) => secret === name) && value !== undefined)
      .map(([name, value]) => [name, hasFile(name) ? hashOf(String(value)) : plain(value)]),
  ) as ConversionReport['options'];
}

/** Joins a list with commas, as callers send it. Returns a value that is not a list unchanged. */
const plain = (value: unknown) => (Array.isArray(value) ? value.join(',') : value);

const hasFile = (name: string) => fileValuedOptions.some((option) => option === name);

function hashOf(url: string): string {
  const content = optionFileIn(url)?.content ?? url;
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Whether an option has a file as its value. */
export const hasOptionFiles = (options: Readonly<Record<string, unknown>>): boolean =>
  fileValuedOptions.some((name) => options[name] !== undefined);

/**
 * Returns the hash and the size of a file, together with `facts`. `facts` is the file info that was read from the file.
 */
export async function statementOf(file: string, facts: Facts = {}): Promise<FileStatement> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return { sha256: hash.digest('hex'), size: (await stat(file)).size, facts };
}

/** Properties of a result that was made from several files. */
export interface OfSeveral {
  source: string;
  target: string;
  files: readonly ReportedFile[];
  /**
   * The steps that were run for single files and for all files together. By default, the report lists the steps from
   * the reports of the files.
   */
  steps?: readonly StepReport[];
  lost?: readonly Trait[];
  warnings?: readonly Warning[];
  options?: Readonly<Record<string, unknown>>;
}

export function reportOfSeveral(of: OfSeveral, result: FileStatement): ConversionReport {
  const { source, target, files, options } = of;
  const reports = files.flatMap(({ report }) => report ?? []);
  const sources = files.map((file) => file.source ?? file.report?.source);
  return {
    protean: ownVersion,
    source_format: source,
    target_format: target,
    options: options ? optionsOfReport(options) : (reports[0]?.options ?? {}),
    steps: addedUp(of.steps ?? reports.flatMap(({ steps }) => steps)),
    lost: [...new Set(of.lost ?? reports.flatMap(({ lost }) => lost))],
    warnings: distinctWarnings(of.warnings ?? reports.flatMap(({ warnings }) => warnings)),
    source: { sha256: null, size: sources.reduce((sum, one) => sum + (one?.size ?? 0), 0), facts: {} },
    result,
    files: [...files],
  };
}

/** For each warning code, returns the last warning with this code. */
export function distinctWarnings(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.code, warning])).values()];
}

/**
 * Merges all runs of the same step into one entry with their total time. The entries are in the order in which the
 * steps first ran.
 */
export function addedUp(steps: readonly StepReport[]): StepReport[] {
  const sums = new Map<string, StepReport>();
  for (const step of steps) {
    const name = `${step.engine} ${step.from} ${step.to}`;
    sums.set(name, { ...step, ms: step.ms + (sums.get(name)?.ms ?? 0) });
  }
  return [...sums.values()];
}
