/** Browsers that are signed in by a mailed link. */
import type { InProcessService } from './in-process-service.ts';
import { linkIn, messageAfter } from './messages.ts';
import { answerOf, requestFreeKey, type Answer } from './service.ts';

/** What a page of the service sends with a request that changes something. */
export const ours = { 'Sec-Fetch-Site': 'same-origin' };

/** The `Cookie` header of a browser that got this answer. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** The subjects of messages with a link that begins a session. */
const links = /^(?:Sign in to|Your link to) Protean$/;

/** The `Cookie` header of a browser that has spent a link mailed to `email`. */
export async function signIn(
  service: Pick<InProcessService, 'url' | 'dataDir'>,
  email: string,
): Promise<string> {
  const ask = () => requestFreeKey(service.url, email);
  // Of accounts that convert there may be a message about their limits at the same moment.
  const link = linkIn(await messageAfter(service.dataDir, email, ask, links), service.url);
  const answer = await answerOf(await fetch(link, { method: 'POST' }));
  if (cookieIn(answer) === '') throw new Error(`no session for ${email}: ${answer.status}`);
  return cookieIn(answer);
}
