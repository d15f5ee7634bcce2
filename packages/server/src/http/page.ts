/** A page that shows a secret or leads to one: it is not cached, not framed, and sends no `Referer`. */
import type { FastifyReply } from 'fastify';
import { html, type Html } from './pages/html.ts';
import type { Pages } from './pages/pages.ts';

export { html };

declare module 'fastify' {
  interface FastifyInstance {
    pages: Pages;
  }
}

export function sendPage(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const body = html`<div class="stack">
    <h1>${title}</h1>
    ${content}
  </div>`;
  return reply.server.pages.send(reply, () => ({ status, title, body, secret: true }));
}
