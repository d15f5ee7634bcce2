/** Metadata of a stored result: the form that is kept in the database, and the form that callers see. */
import type { Attempt } from './attempts.ts';
import type { ConversionResult } from './conversion-result.ts';
import type { Warning } from './warnings.ts';

/**
 * Metadata that is stored in the rows of jobs and of idempotency records. A new version must be able to read the rows
 * of earlier versions.
 */
export interface StoredResult {
  fileName: string;
  size: number;
  ms: number;
  source: string;
  target: string;
  warnings?: Warning[];
  tried?: Attempt[];
}

export function storedResult({
  fileName,
  size,
  ms,
  warnings,
  tried,
  route: { source, target },
}: ConversionResult): StoredResult {
  return {
    ...{ fileName, size, ms, source, target },
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(tried?.length ? { tried: [...tried] } : {}),
  };
}

/** Returns the result object of responses, jobs and events (contract §3.7). */
export function resultObject(result: StoredResult, fileUrl: string) {
  return {
    file_url: fileUrl,
    size: result.size,
    duration_ms: result.ms,
    source_format: result.source,
    target_format: result.target,
    ...(result.warnings ? { warnings: result.warnings } : {}),
  };
}
