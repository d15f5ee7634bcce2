/** Writes the HTML document of every page: head, header with menus, main and footer. */
import { languages } from '@protean/messages/languages.ts';
import { html, type Html } from './html.ts';
import { themes } from './preferences.ts';
import type { PageContext } from './page-context.ts';
import type { WebAssets } from './web-assets.ts';

export interface Page {
  title: string;
  /** One sentence for search engines. */
  description?: string;
  body: Html;
  /**
   * Source files in packages/web with scripts and styles of this page. The page also loads the scripts and styles that
   * all pages share.
   */
  entries?: readonly string[];
  /**
   * Whether the styles of `entries` already include the styles of every page. If `hasAllStyles` is true, the page does
   * not request the styles of every page separately.
   */
  hasAllStyles?: boolean;
  status?: number;
  /** Whether the page shows a secret. A page with a secret is not cached and sends no `Referer`. */
  secret?: boolean;
  /** Layout of `main`. By default, `main` is a narrow column. */
  layout?: 'column' | 'wide';
}

/** Returns whether this installation has a page at the path. */
export type HasPage = (path: string) => boolean;

export function writeDocument(context: PageContext, page: Page, assets: WebAssets, hasPage: HasPage): Html {
  const { language, theme, say, href } = context;
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}" data-theme="${theme}" data-base="${href('/')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Protean</title>
        ${page.description && html`<meta name="description" content="${page.description}" />`}
        ${page.secret && html`<meta name="robots" content="noindex" />`}
        <link rel="icon" href="${href(assets.pathOf('src/icons/mark.svg'))}" />
        ${writeEntry(context, assets, 'src/page.ts', !page.hasAllStyles)}
        ${(page.entries ?? []).map((entry) => writeEntry(context, assets, entry))}
        ${!page.secret && languages.map(({ tag }) => html`<link rel="alternate" hreflang="${tag}" href="${href(context.path)}?lang=${tag}" />`)}
      </head>
      <body>
        <a class="skip" href="#main">${say('skip')}</a>
        ${writeHeader(context, hasPage)}
        <main id="main" tabindex="-1"><div class="${page.layout ?? 'column'}">${page.body}</div></main>
        <footer class="footer">
          <nav aria-label="${say('more_pages')}">
            <ul class="footer-links">
              ${pagesOf(hasPage).map(
                ({ path, name }) => html`<li><a href="${href(path)}">${say(name)}</a></li>`,
              )}
            </ul>
          </nav>
        </footer>
      </body>
    </html> `;
}

function writeEntry({ href }: PageContext, assets: WebAssets, entry: string, hasStyles = true): Html {
  const files = assets.entry(entry);
  if (!files) return html``;
  const styles = hasStyles ? files.styles : [];
  return html`${styles.map((file) => html`<link rel="stylesheet" href="${href(file)}" />`)}${files.preloads.map(
      (file) => html`<link rel="modulepreload" href="${href(file)}" />`,
    )}
    <script type="module" src="${href(files.script)}"></script>`;
}

const allPages = [
  { path: '/formats', name: 'formats' },
  { path: '/pdf-tools', name: 'pdf_tools' },
  { path: '/docs', name: 'api' },
  { path: '/pricing', name: 'pricing' },
] as const;

/** Returns the paths of the pages to which the header links. */
export const pagePaths = (hasPage: HasPage): string[] =>
  [...allPages.map(({ path }) => path), '/dashboard'].filter(hasPage);

const pagesOf = (hasPage: HasPage) => allPages.filter(({ path }) => hasPage(path));

function writeHeader(context: PageContext, hasPage: HasPage): Html {
  const { say, href, path, icon, language, theme } = context;
  const isCurrent = (page: string) => path === page || path.startsWith(`${page}/`);
  return html`<header class="header">
    <a class="brand" href="${href('/')}">${icon('mark')}Protean</a>
    <nav aria-label="${say('main_navigation')}">
      ${pagesOf(hasPage).map(
        ({ path: page, name }) =>
          html`<a class="header-link" href="${href(page)}" ${isCurrent(page) && html` aria-current="page"`}
            >${say(name)}</a
          >`,
      )}
    </nav>
    <div class="header-end">
      <details class="menu">
        <summary><span class="hidden">${say('language')}: </span>${language.name}${icon('down')}</summary>
        <ul class="menu-list">
          ${languages.map(
            ({ tag, name, direction }) =>
              html`<li>
                <a
                  href="?lang=${tag}"
                  lang="${tag}"
                  dir="${direction}"
                  hreflang="${tag}"
                  ${tag === language.tag && html` aria-current="true"`}
                  >${name}</a
                >
              </li>`,
          )}
        </ul>
      </details>
      <details class="menu">
        <summary><span class="hidden">${say('theme')}</span>${icon('auto')}</summary>
        <ul class="menu-list">
          ${themes.map(
            (one) =>
              html`<li>
                <a
                  href="?theme=${one}"
                  data-theme-choice="${one}"
                  ${one === theme && html` aria-current="true"`}
                  >${say(`theme_${one}`)}</a
                >
              </li>`,
          )}
        </ul>
      </details>
      ${hasPage('/dashboard') && writeAccountLink(context)}
    </div>
  </header>`;
}

function writeAccountLink({ say, href, icon, isSignedIn }: PageContext): Html {
  if (!isSignedIn) return html`<a class="header-link" href="${href('/dashboard')}">${say('sign_in')}</a>`;
  return html`<a class="header-link signed-in" href="${href('/dashboard')}" title="${say('signed_in_title')}"
    >${icon('person')}${say('dashboard')}</a
  >`;
}
