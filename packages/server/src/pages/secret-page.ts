/**
 * A page that shows a secret or a link that contains a secret (secret page). A secret page is not cached, not framed,
 * and sends no `Referer`.
 */
import type { FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';
import type { Pages } from './pages.ts';
import type { PageContext } from './page-context.ts';

export { html };

declare module 'fastify' {
  interface FastifyInstance {
    pages: Pages;
  }
}

export interface SecretPage {
  status?: number;
  title: string;
  content: Html;
  /** Source files in packages/web with scripts and styles that the page loads. */
  entries?: readonly string[];
}

export function sendPage(reply: FastifyReply, write: (context: PageContext) => SecretPage): FastifyReply {
  return reply.server.pages.send(reply, (context) => {
    const { title, content, ...page } = write(context);
    const body = html`<div class="stack">
      <h1>${title}</h1>
      ${content}
    </div>`;
    return { ...page, title, body, secret: true };
  });
}
