/** The page for an unknown URL. The page suggests paths that the visitor may have meant. */
import type { Page } from './document.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './page-context.ts';

interface NotFoundAdvice {
  /** Known paths that are nearest to the unknown path. */
  nearest?: readonly string[];
  /** Content below the message that the page was not found. */
  more?: (context: PageContext) => Html | undefined;
}

export const notFoundPage =
  ({ nearest = [], more }: NotFoundAdvice = {}) =>
  (context: PageContext): Page => {
    const { say, href } = context;
    return {
      status: 404,
      title: say('not_found_title'),
      body: html`<div class="stack problem-page">
          <h1>${say('not_found_title')}</h1>
          <p class="lead">${say('not_found')}</p>
          ${
            nearest.length > 0 &&
            html`<p>${say('did_you_mean')}</p>
              <ul class="pair-links">
                ${nearest.map((path) => html`<li><a href="${href(path)}" dir="ltr">${path}</a></li>`)}
              </ul>`
          }
          <p><a class="button solid" href="${href('/')}">${say('home_title')}</a></p>
        </div>
        ${more?.(context)}`,
    };
  };
