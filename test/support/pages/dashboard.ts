/** Opens the dashboard in a browser as a signed-in account owner, and sends API requests as this owner. */
import type { BrowserContextOptions } from 'playwright-core';
import { openPage, type TestBrowser, type WatchedPage } from './browser.ts';
import type { InProcessService } from '../server/in-process-service.ts';
import { ours, signIn } from '../accounts/sessions.ts';

/** Settings that allow tests to send many requests and to use webhook endpoints on this machine. */
export const dashboardSettings = {
  RATE_OVERRIDES: '{"free":100000,"hobby":100000,"reading":100000}',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  WEBHOOK_RETRY_SCHEDULE: '0,3600',
};

export interface Owner {
  email: string;
  cookie: string;
  /** Sends a request with the owner's session cookie, and resolves with the JSON body of the response. */
  ask: <T>(method: string, path: string, body?: FormData | object) => Promise<T>;
  /** Opens a page of the dashboard in a separate browser profile. */
  open: (place?: string, options?: BrowserContextOptions) => Promise<WatchedPage>;
}

/** Signs in to the account with the email address `email`, and returns the account's owner. */
export async function ownerOf(
  service: Pick<InProcessService, 'url' | 'dataDir'>,
  chromium: TestBrowser,
  email: string,
): Promise<Owner> {
  const cookie = await signIn(service, email);
  const [name = '', value = ''] = cookie.split('=');
  return {
    email,
    cookie,
    async ask<T>(method: string, path: string, body?: FormData | object): Promise<T> {
      const isForm = body instanceof FormData;
      const headers = { Cookie: cookie, ...ours };
      const response = await fetch(service.url + path, {
        method,
        headers: isForm || !body ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    open: (place = '', options = {}) =>
      openPage(chromium, `${service.url}/dashboard${place}`, {
        ...options,
        storageState: {
          cookies: [
            {
              ...{ name, value, domain: '127.0.0.1', path: '/', expires: -1 },
              ...{ httpOnly: true, secure: false, sameSite: 'Lax' },
            },
          ],
          origins: [],
        },
      }),
  };
}

/** Submits a job as the owner, waits until it has ended, and returns its id. */
export async function endedJob(
  { ask }: Owner,
  fields: Readonly<Record<string, string>> = {},
  content = '{"a":1}',
): Promise<string> {
  const form = new FormData();
  form.append('file', new File([content], 'numbers.json'));
  for (const [field, value] of Object.entries({ target: 'yaml', ...fields })) form.append(field, value);
  const { job_id: id } = await ask<{ job_id: string }>('POST', '/v1/jobs', form);
  await ask('GET', `/v1/jobs/${id}?wait=60`);
  return id;
}
