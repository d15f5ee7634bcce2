/** Reads the email messages that a service has written to its outbox folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { requestFreeKey, until, type Service } from '../server/service.ts';

export interface ReceivedMessage {
  to: string;
  subject: string;
  text: string;
}

/** Returns all messages, oldest first. */
export async function messagesIn(dataDir: string): Promise<ReceivedMessage[]> {
  const dir = path.join(dataDir, 'outbox');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => readMessage(await readFile(path.join(dir, name)))));
}

export async function readMessage(eml: Uint8Array): Promise<ReceivedMessage> {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(eml);
  return { to: to.map(({ address }) => address).join(', '), subject, text };
}

/**
 * Returns the link in a message, with the origin of `url` in place of the public origin. Throws if the message has
 * several links.
 */
export function linkIn({ text }: ReceivedMessage, url: string): string {
  const [link = '', ...more] = text.match(/http\S+/g) ?? [];
  if (more.length > 0) throw new Error(`several links: ${text}`);
  const { pathname, search } = new URL(link);
  return new URL(pathname + search, url).href;
}

/**
 * Calls `ask`, waits until a new message to `recipient` arrives, and returns the message. Ignores messages with a
 * subject that does not match `subjects`.
 */
export async function messageAfter(
  dataDir: string,
  recipient: string,
  ask: () => Promise<unknown>,
  subjects = /./,
): Promise<ReceivedMessage> {
  const messages = async () =>
    (await messagesIn(dataDir)).filter(({ to, subject }) => to === recipient && subjects.test(subject));
  const before = (await messages()).length;
  await ask();
  await until(`a message is sent to ${recipient}`, 10_000, async () => (await messages()).length > before);
  const last = (await messages()).at(-1);
  if (!last) throw new Error('no message');
  return last;
}

/** Requests a free API key, waits for the message with the link to the key, and returns the message. */
export const signUpMessage = (
  { url, dataDir }: Pick<Service, 'url' | 'dataDir'>,
  email: string,
): Promise<ReceivedMessage> => messageAfter(dataDir, email, () => requestFreeKey(url, email));
