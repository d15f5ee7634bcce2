/** A job as it was sent: the form or the JSON of a conversion, and `webhook_url` beside it (contract §6.1). */
import type { Submission } from '../jobs/submit.ts';
import { checkTarget } from '../convert/plan.ts';
import type { ConversionForm } from './form.ts';

export function submissionOf(form: ConversionForm, account: Submission['account']): Submission {
  const { target, source, options, fileName, file, sourceUrl, webhookUrl } = form;
  checkTarget(form);
  const sent = sourceUrl === undefined ? { file, fileName } : { sourceUrl, fileName: nameIn(sourceUrl) };
  return { ...sent, account, target, source, options, webhookUrl };
}

/** The last part of an address, which may say what the file is. */
function nameIn(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
}
