/** Signs in as a browser does, with a link from an email message. */
import type { InProcessService } from '../server/in-process-service.ts';
import { linkIn, messageAfter } from './messages.ts';
import { answerOf, requestFreeKey, type Answer } from '../server/service.ts';

/** The headers that pages of the service send with requests that modify data. */
export const ours = { 'Sec-Fetch-Site': 'same-origin' };

/** Returns the `Cookie` header that a browser sends after it has received this response. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Pattern of the subjects of messages with a sign-in link. */
const links = /^(?:Sign in to|Your link to) Protean$/;

/** Signs in with a link that the service sends to `email`. Resolves with the `Cookie` header of the session. */
export async function signIn(
  service: Pick<InProcessService, 'url' | 'dataDir'>,
  email: string,
): Promise<string> {
  const ask = () => requestFreeKey(service.url, email);
  // Only messages with a sign-in link count, because a message about limits may arrive at the same time.
  const link = linkIn(await messageAfter(service.dataDir, email, ask, links), service.url);
  const answer = await answerOf(await fetch(link, { method: 'POST' }));
  if (cookieIn(answer) === '') throw new Error(`no session for ${email}: ${answer.status}`);
  return cookieIn(answer);
}
