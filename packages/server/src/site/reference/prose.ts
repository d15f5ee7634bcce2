/** Sentences of the description as HTML: code stands between backquotes. */
import { html, type Html } from '../../pages/html.ts';

export function prose(text: string): Html {
  return html`${text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`))}`;
}
