/**
 * A block of code that wraps, with a copy button. The script that every page loads handles clicks on the copy button.
 */
import { html, type Html } from './html.ts';
import type { PageContext } from './page-context.ts';

export function writeCodeBlock({ say, icon }: PageContext, code: Html | string): Html {
  return html`<div class="code-block">
    <pre dir="ltr" tabindex="0"><code>${code}</code></pre>
    <button type="button" class="button small" data-copy-code data-copied="${say('key_copied')}">
      ${icon('copy')}<span>${say('copy_code')}</span>
    </button>
  </div>`;
}
