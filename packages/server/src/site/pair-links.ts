/** Writes links to the pages of format pairs, such as `/docx-to-pdf`. */
import type { Values } from '@protean/messages/message.ts';
import { html, type Html } from '../pages/html.ts';
import type { PageContext } from '../pages/page-context.ts';

type Pair = readonly [source: string, target: string];

export const pairPath = ([source, target]: Pair) => `/${source}-to-${target}`;

/** Writes a heading and a link for each pair. */
export function writePairs(
  context: PageContext,
  heading: Parameters<PageContext['say']>[0],
  pairs: readonly Pair[],
  values: Values = {},
): Html | undefined {
  if (pairs.length === 0) return undefined;
  const { say, href } = context;
  const name = (ext: string) => ext.toUpperCase();
  return html`<section class="below" aria-labelledby="${heading}">
    <h2 id="${heading}">${say(heading, values)}</h2>
    <ul class="pair-links">
      ${pairs.map(
        (pair) =>
          html`<li>
            <a href="${href(pairPath(pair))}"
              >${say('pair_title', { source: name(pair[0]), target: name(pair[1]) })}</a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}
