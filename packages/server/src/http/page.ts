/** The few HTML pages that the server writes itself, under a policy that allows no script and no other origin. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  body { max-width: 36rem; margin: 10vh auto; padding: 0 1.25rem; }
  button { font: inherit; padding: 0.6rem 1.2rem; cursor: pointer; }
  code { display: block; padding: 0.8rem; border: 1px solid; overflow-wrap: anywhere; user-select: all; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** HTML that is safe to send: values in it are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template tag that escapes its values, except those that are {@link Html}. */
export function html(texts: TemplateStringsArray, ...values: readonly (string | number | Html)[]): Html {
  const written = values.map((value) => (value instanceof Html ? value.text : escape(String(value))));
  return new Html(texts.map((text, at) => text + (written[at] ?? '')).join(''));
}

/** The page shows a secret: it is not cached, not framed, and sends no `Referer`. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Protean</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  return reply
    .status(status)
    .headers({
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.text);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
