/** The page for an unknown URL. */
import type { Page } from './document.ts';
import { html } from './html.ts';
import type { PageContext } from './page-context.ts';

export const notFoundPage = ({ say, href }: PageContext): Page => ({
  status: 404,
  title: say('not_found_title'),
  body: html`<div class="stack problem-page">
    <h1>${say('not_found_title')}</h1>
    <p class="lead">${say('not_found')}</p>
    <p><a class="button solid" href="${href('/')}">${say('home_title')}</a></p>
  </div>`,
});
