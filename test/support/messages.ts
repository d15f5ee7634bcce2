/** The letters in a service's outbox, read as a mail program reads them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { until } from './service.ts';

export interface ReceivedMessage {
  to: string;
  subject: string;
  text: string;
}

/** All of them, oldest first. */
export async function messagesIn(dataDir: string): Promise<ReceivedMessage[]> {
  const dir = path.join(dataDir, 'outbox');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => readMessage(await readFile(path.join(dir, name)))));
}

export async function readMessage(eml: Uint8Array): Promise<ReceivedMessage> {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(eml);
  return { to: to.map(({ address }) => address).join(', '), subject, text };
}

/** The one link of a letter, on the service at `url`. */
export function linkIn({ text }: ReceivedMessage, url: string): string {
  const [link = '', ...more] = text.match(/http\S+/g) ?? [];
  if (more.length > 0) throw new Error(`several links: ${text}`);
  return url + new URL(link).pathname + new URL(link).search;
}

/** Does `ask`, and waits for the letter to `recipient` that comes of it. */
export async function messageAfter(
  dataDir: string,
  recipient: string,
  ask: () => Promise<unknown>,
): Promise<ReceivedMessage> {
  const letters = async () => (await messagesIn(dataDir)).filter(({ to }) => to === recipient);
  const before = (await letters()).length;
  await ask();
  await until(`a letter comes to ${recipient}`, 10_000, async () => (await letters()).length > before);
  const last = (await letters()).at(-1);
  if (!last) throw new Error('no letter');
  return last;
}
