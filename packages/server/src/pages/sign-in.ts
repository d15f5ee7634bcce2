/** Writes the sign-in form, and the display of a new key, which is shown only once. */
import { firstRequest } from '@protean/messages/first-request.ts';
import { writeCodeBlock } from './code-block.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './page-context.ts';

/** Source file in packages/web. Pages with the sign-in form or with a new key load this file. */
export const signInEntry = 'src/dashboard/sign-in-page.ts';

export function writeSignInForm({ say }: PageContext): Html {
  return html`<form class="sign-in-form card stack">
    <div>
      <label class="label" for="email">${say('email')}</label>
      <input
        id="email"
        name="email"
        class="field"
        type="email"
        autocomplete="email"
        required
        maxlength="254"
        dir="ltr"
      />
    </div>
    <button class="button solid">${say('sign_in')}</button>
    <p
      role="status"
      class="note"
      data-sent="${say('link_sent')}"
      data-failed="${say('link_failed')}"
      data-wait="${say('link_wait')}"
    ></p>
  </form>`;
}

/**
 * Writes the key with a copy button, and an example of a first request. The link to the next page works without
 * scripts. If `key` is empty, the page's script fills it in later.
 */
export function writeNewKey(context: PageContext, key: string): Html {
  const { say, href, icon, baseUrl } = context;
  const [before, after] = firstRequest(`${baseUrl}/`);
  return html`<div class="stack">
    <h2 id="secret-title" tabindex="-1">${say('key_shown_once')}</h2>
    <p>${say('key_keep')}</p>
    <p><code class="secret" dir="ltr">${key}</code></p>
    <p class="key-buttons">
      <button type="button" class="button solid" data-copy hidden>${icon('copy')}${say('copy')}</button>
      <a class="button" data-stored href="${href('/dashboard')}">${say('key_stored')}</a>
    </p>
    <p
      role="status"
      class="note"
      data-copied="${say('key_copied')}"
      data-selected="${say('key_selected')}"
    ></p>
    <p>${say('key_try')}</p>
    ${writeCodeBlock(context, html`${before}${key || html`<span data-key></span>`}${after}`)}
  </div>`;
}
