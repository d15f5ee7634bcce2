/** The form that signs in: it asks for a link, or gets a key where addresses are not verified. */
import { guardSecret } from './first-key.ts';

/** `root` holds the form as the server writes it. */
export function prepareSignIn(root: ParentNode, base: string): void {
  const form = root.querySelector<HTMLFormElement>('form.sign-in-form');
  const notice = form?.querySelector<HTMLElement>('[role=status]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    if (notice) void requestLink(form, notice, base);
  });
}

async function requestLink(form: HTMLFormElement, notice: HTMLElement, base: string): Promise<void> {
  const { value: email } = form.elements.namedItem('email') as HTMLInputElement;
  const ask = (path: string) =>
    fetch(new URL(path, base), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    }).catch(() => undefined);
  let response = await ask('v1/keys/free');
  // Without verification only a new address gets a key; an account is signed in to by mail.
  if (response?.status === 400) response = await ask('v1/sessions');
  const { sent = '', failed = '', wait = '' } = notice.dataset;
  const answer = response?.ok ? ((await response.json()) as { api_key?: string }) : {};
  if (answer.api_key !== undefined) showKey(form, answer.api_key);
  else notice.textContent = response?.ok ? sent : response?.status === 429 ? wait : failed;
}

function showKey(form: HTMLFormElement, key: string): void {
  const written = document.getElementById('new-key');
  if (!(written instanceof HTMLTemplateElement)) return;
  const shown = document.importNode(written.content, true);
  const place = shown.querySelector('.secret');
  if (place) place.textContent = key;
  form.replaceWith(shown);
  guardSecret(document);
  document.getElementById('secret-title')?.focus();
}

/** Looks whether the link was opened elsewhere whenever a person comes back to the page, until what this returns is called. */
export function followSignIn(look: () => Promise<void>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onReturn = () => {
    if (document.visibilityState === 'visible') void look();
  };
  addEventListener('focus', onReturn, { signal });
  document.addEventListener('visibilitychange', onReturn, { signal });
  return () => controller.abort();
}

/** The id of the account that the browser is signed in to; undefined without a session, or without an answer. */
export async function sessionHolder(base: string): Promise<string | undefined> {
  const response = await fetch(new URL('v1/account', base), { cache: 'no-store' }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as { id: string }).id : undefined;
}
