/**
 * Shows the sign-in form on top of the page when the session has ended. After signing in, the user can continue on the
 * page.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../app/app.ts';
import { Dialog } from '../components/dialog.tsx';
import { followSignIn, prepareSignIn, sessionHolder } from './sign-in.ts';

export function SessionOver({ app: { api, messages, owner } }: { app: App }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const written = document.getElementById('sign-in-again');
    const form = place.current;
    if (!form || !(written instanceof HTMLTemplateElement)) return undefined;
    form.replaceChildren(written.content.cloneNode(true));
    prepareSignIn(form, api.base);
    const field = form.querySelector('input');
    if (field) field.value = owner.email;
    return followSignIn(async () => {
      const holder = await sessionHolder(api.base);
      // Another account has signed in. The page is reloaded, because it still shows data of the previous account.
      if (holder !== undefined && holder !== owner.id) location.reload();
      if (holder !== owner.id) return;
      api.isSignedOut.value = false;
      api.wake();
    });
  }, []);
  return (
    <Dialog title={messages.say('session_over')} onClose={() => undefined}>
      <p>{messages.say('session_over_lead')}</p>
      <div ref={place} />
    </Dialog>
  );
}
