/** A job as it was sent: the form or the JSON of a conversion, and `webhook_url` beside it (decisions, "POST /v1/jobs"). */
import path from 'node:path';
import { formatNamed } from '../formats/formats.ts';
import { digestOf } from '../kit/digest.ts';
import { fingerprint } from '../limits/idempotency-key.ts';
import type { Submission } from '../jobs/submit.ts';
import { targetMissing } from './conversion.ts';
import type { Form } from './form.ts';

export function submissionOf(form: Form, account: Submission['account']): Submission {
  const { target, source, fileName, file, sourceUrl } = form;
  const { webhook_url: webhookUrl, ...options } = form.options;
  if (!target) throw targetMissing();
  return {
    ...{ account, target, options },
    ...(sourceUrl === undefined ? { file, fileName } : { sourceUrl, fileName: nameIn(sourceUrl) }),
    ...(source ? { source } : {}),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

/** Of a file that was not fetched yet its address is all that is known. */
export async function fingerprintOf(endpoint: string, form: Form): Promise<string> {
  const { target = '', source = '', fileName, file, sourceUrl } = form;
  const { webhook_url: webhookUrl, ...options } = form.options;
  return fingerprint(endpoint, {
    target: formatNamed(target)?.ext ?? target,
    source: formatNamed(source)?.ext ?? source,
    extension: path.extname(fileName).slice(1).toLowerCase(),
    options,
    webhookUrl,
    digest: sourceUrl === undefined ? await digestOf(file) : `address ${sourceUrl}`,
  });
}

/** The last part of an address, which may say what the file is. */
function nameIn(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
}
