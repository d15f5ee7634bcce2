/**
 * Script of two pages: the sign-in form, and the page that shows an account's first key. The link in the sign-in email
 * opens the page with the key.
 */
import { guardSecret } from './sign-in/first-key.ts';
import { followSignIn, prepareSignIn, sessionHolder } from './sign-in/sign-in.ts';

const base = new URL(document.documentElement.dataset['base'] ?? '/', document.baseURI).href;

if (document.querySelector('form.sign-in-form')) {
  prepareSignIn(document, base);
  followSignIn(async () => {
    if ((await sessionHolder(base)) !== undefined) location.reload();
  });
} else guardSecret(document);
