/**
 * The sign-in form. The form requests a sign-in link by email. In an installation that does not verify email addresses,
 * the form requests a key.
 */
import { guardSecret } from './first-key.ts';

/** Lets the sign-in form request a link without leaving the page. The element `root` contains the sign-in form. */
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
  // If email addresses are not verified, only a new address gets a key. Owners of existing accounts sign in with a link
  // that they get by email.
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
  for (const part of shown.querySelectorAll('[data-key]')) part.replaceWith(key);
  form.replaceWith(shown);
  guardSecret(document);
  document.getElementById('secret-title')?.focus();
}

/**
 * Calls `look` each time the page becomes visible, because the user may have opened the sign-in link in another tab.
 * Returns a function that stops the calls of `look`.
 */
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

/** Returns the id of the signed-in account. Returns undefined if the request fails, for example without a session. */
export async function sessionHolder(base: string): Promise<string | undefined> {
  const response = await fetch(new URL('v1/account', base), { cache: 'no-store' }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as { id: string }).id : undefined;
}
