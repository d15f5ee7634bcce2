/**
 * Fingerprint of all parameters and the file of a request, to compare requests with the same `Idempotency-Key`
 * (contract §10).
 */
import path from 'node:path';
import { formatNamed } from '@protean/formats';
import type { FilePart } from '../../convert/batch/batch.ts';
import type { ConversionRequest } from '../../convert/request/route-plan.ts';
import { digestOf } from '../../kit/digest.ts';
import { fingerprint } from '../../limits/idempotency-key.ts';

interface Asked extends ConversionRequest {
  /** Path of the file. */
  file: string;
  /** URL of a file that has not been fetched yet. If `sourceUrl` is set, no file exists at the path `file`. */
  sourceUrl?: string | undefined;
  webhookUrl?: string | undefined;
  parts?: readonly FilePart[] | undefined;
}

/**
 * Returns the fingerprint of a request. Uses the canonical names of formats, so `jpeg` and `.JPG` are equal. If the
 * file to convert has not been fetched yet, uses the URL of the file instead of its content.
 */
export async function fingerprintOf(endpoint: string, asked: Asked): Promise<string> {
  const { target, source = '', options, fileName, file, sourceUrl, webhookUrl, parts } = asked;
  return fingerprint(endpoint, {
    target: formatNamed(target)?.ext ?? target,
    source: formatNamed(source)?.ext ?? source,
    extension: path.extname(fileName).slice(1).toLowerCase(),
    options,
    webhookUrl,
    digest: `${sourceUrl === undefined ? await digestOf(file) : `address ${sourceUrl}`}${parts ? JSON.stringify(parts) : ''}`,
  });
}
