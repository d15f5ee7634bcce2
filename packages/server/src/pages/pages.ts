/**
 * Sends pages in the visitor's language and theme, with the policy headers. Compresses the pages if the client accepts
 * compression.
 */
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { isGzipAccepted } from '../http/accept.ts';
import type { OwnAddress } from '../http/own-address.ts';
import { pagePaths, writeDocument, type HasPage, type Page } from './document.ts';
import { pageHeaders } from './policy.ts';
import { preferencesOf } from './preferences.ts';
import { createPageContext, type PageContext } from './page-context.ts';
import type { WebAssets } from './web-assets.ts';

export class Pages {
  readonly #assets: WebAssets;
  readonly #address: OwnAddress;
  readonly #hasPage: HasPage;

  constructor(assets: WebAssets, address: OwnAddress, hasPage: HasPage) {
    this.#assets = assets;
    this.#address = address;
    this.#hasPage = hasPage;
  }

  /** Writes a page with its context and sends the page. */
  send(reply: FastifyReply, write: (context: PageContext) => Page): FastifyReply {
    const { request } = reply;
    const prefix = this.#prefix;
    const { cookies, ...preferences } = preferencesOf(request, prefix);
    const path = request.url.split('?')[0] ?? '/';
    const isSignedIn = request.account !== null;
    const { baseUrl } = this.#address;
    const context = createPageContext({
      ...preferences,
      ...{ path, baseUrl, isSignedIn, prefix, assets: this.#assets },
    });
    const page = write(context);
    const body = Buffer.from(writeDocument(context, page, this.#assets, this.#hasPage).text);
    for (const cookie of cookies) void reply.header('Set-Cookie', cookie);
    void reply
      .status(page.status ?? 200)
      .headers({ ...pageHeaders, 'Content-Language': context.language.tag })
      .header('Cache-Control', page.secret ? 'no-store' : 'private, no-cache')
      .type('text/html; charset=utf-8');
    if (page.secret) void reply.header('Referrer-Policy', 'no-referrer');
    if (!isGzipAccepted(request.headers['accept-encoding'])) return reply.send(body);
    return reply.header('Content-Encoding', 'gzip').send(gzipSync(body));
  }

  /** Returns the paths of the pages to which menus link. */
  paths(): string[] {
    return pagePaths(this.#hasPage);
  }

  /** Returns the URL of a path of this service, for example for a `Location` header. */
  hrefOf(path: string): string {
    return this.#prefix + path;
  }

  get #prefix(): string {
    return new URL(this.#address.baseUrl).pathname.replace(/\/$/, '');
  }
}
