/**
 * Sends single requests of tus, the protocol for resumable uploads. No client library is used, because one call of a
 * client library would send several requests.
 */
import { answerOf, type Answer } from '../server/service.ts';
import type { Customer, TestApp } from '../server/test-app.ts';

type Headers = Record<string, string>;

/** Sends a request and returns the response. Omits headers with the value `undefined`. */
export async function tus(
  app: TestApp,
  { key }: Pick<Customer, 'key'>,
  method: string,
  path = '',
  { headers = {}, body }: { headers?: Record<string, string | undefined>; body?: Buffer | string } = {},
): Promise<Answer> {
  const all = { Authorization: `Bearer ${key}`, 'Tus-Resumable': '1.0.0', ...headers };
  const sent = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
  const url = path.startsWith('http') ? path : `${app.service.url}/v1/uploads${path}`;
  return answerOf(
    await fetch(url, { method, headers: Object.fromEntries(sent), ...(body === undefined ? {} : { body }) }),
  );
}

/** Returns a value of the header `Upload-Metadata` with the file name `name`. */
export const named = (name: string) => `filename ${Buffer.from(name).toString('base64')}`;

export const partHeaders = (offset: number | string): Headers => ({
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': String(offset),
});
