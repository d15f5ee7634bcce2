/** Writes an error as a page, for browsers that accept HTML. Clients that do not accept HTML get the error as JSON. */
import { nearestNames } from '@protean/formats/nearest.ts';
import type { FastifyRequest } from 'fastify';
import type { ServiceError } from '../errors.ts';
import type { Page } from './document.ts';
import { html } from './html.ts';
import { notFoundPage } from './not-found.ts';
import type { PageContext } from './page-context.ts';

/** Matches the paths that programs request, regardless of the `Accept` header. */
const programs = /^\/(v1|api|mcp|internal|files|assets)(\/|$)/;

export function wantsPage({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  const isPage = routeOptions.url === undefined || routeOptions.schema?.hide === true;
  return (
    isPage &&
    method === 'GET' &&
    !programs.test(url) &&
    (headers.accept ?? '').toLowerCase().includes('text/html')
  );
}

/** `paths` are the pages of this installation. */
export const failurePage =
  ({ status, code, retryAfter }: ServiceError, paths: readonly string[]) =>
  (context: PageContext): Page => {
    if (code === 'not_found') return notFoundPage({ nearest: nearestNames(context.path, paths) })(context);
    const { say, href, path } = context;
    const title = say(code === 'rate_limited' ? 'too_many_title' : 'failed_title');
    const text =
      code === 'rate_limited' && retryAfter !== undefined
        ? say('too_many', { count: retryAfter })
        : say('failed');
    return {
      status,
      title,
      body: html`<div class="stack problem-page">
        <h1>${title}</h1>
        <p class="lead">${text}</p>
        <p><a class="button solid" href="${href(path)}">${say('try_again')}</a></p>
      </div>`,
    };
  };
