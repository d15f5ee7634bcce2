/** The fingerprint by which requests with the same `Idempotency-Key` are compared: all that they ask for (contract §10). */
import path from 'node:path';
import { formatNamed } from '@protean/formats';
import type { FilePart } from '../../convert/batch/batch.ts';
import type { ConversionRequest } from '../../convert/request/route-plan.ts';
import { digestOf } from '../../kit/digest.ts';
import { fingerprint } from '../../limits/idempotency-key.ts';

interface Asked extends ConversionRequest {
  /** Where the file is. */
  file: string;
  /** Where it is still to be fetched from; then there is none. */
  sourceUrl?: string | undefined;
  webhookUrl?: string | undefined;
  parts?: readonly FilePart[] | undefined;
}

/**
 * Formats count by their canonical name: `jpeg` and `.JPG` ask for the same. A file that was not fetched yet counts by
 * its URL.
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
