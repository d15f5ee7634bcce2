/** Converts prose of the OpenAPI document to HTML. Text between backquotes becomes code. */
import { html, type Html } from '../../pages/html.ts';

export function prose(text: string): Html {
  return html`${text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`))}`;
}
