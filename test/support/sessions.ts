/** Browsers that are signed in by a mailed link. */
import type { InProcessService } from './in-process-service.ts';
import { linkIn, messageAfter } from './messages.ts';
import { answerOf, requestFreeKey, type Answer } from './service.ts';

/** What a page of the service sends with a request that changes something. */
export const ours = { 'Sec-Fetch-Site': 'same-origin' };

/** The `Cookie` header of a browser that got this answer. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** The `Cookie` header of a browser that has spent a link mailed to `email`. */
export async function signIn(
  service: Pick<InProcessService, 'url' | 'dataDir'>,
  email: string,
): Promise<string> {
  const ask = () => requestFreeKey(service.url, email);
  const link = linkIn(await messageAfter(service.dataDir, email, ask), service.url);
  const answer = await answerOf(await fetch(link, { method: 'POST' }));
  if (cookieIn(answer) === '') throw new Error(`no session for ${email}: ${answer.status}`);
  return cookieIn(answer);
}
