/** The pages before the dashboard: the sign-in form, and the first key after opening the mailed link. */
import { guardSecret } from './sign-in/first-key.ts';
import { followSignIn, prepareSignIn, sessionHolder } from './sign-in/sign-in.ts';

const base = new URL(document.documentElement.dataset['base'] ?? '/', document.baseURI).href;

if (document.querySelector('form.sign-in-form')) {
  prepareSignIn(document, base);
  followSignIn(async () => {
    if ((await sessionHolder(base)) !== undefined) location.reload();
  });
} else guardSecret(document);
