/** The context of a page: its language, its messages, and the URLs of other pages and files. */
import type { Message, Values } from '@protean/messages/message.ts';
import { writeMessage } from '@protean/messages/message.ts';
import { domainMessages } from '@protean/messages/domain/index.ts';
import type { Language } from '@protean/messages/languages.ts';
import { pageMessages, type PageMessages } from '@protean/messages/page/index.ts';
import { html, type Html } from './html.ts';
import type { Theme } from './preferences.ts';
import type { WebAssets } from './web-assets.ts';

export interface PageContext {
  language: Language;
  theme: Theme;
  /** Path of this page, without the path of `baseUrl`. */
  path: string;
  /** Public URL of the service, without a trailing slash. */
  baseUrl: string;
  /** Whether the browser is signed in. */
  isSignedIn: boolean;
  /** Returns a page message in the page's language. */
  say: (key: keyof PageMessages, values?: Values) => string;
  /** Returns a message in the page's language from a table other than the page messages. */
  write: (message: Message, values?: Values) => string;
  /** Returns `path` below the path of the service's public URL. */
  href: (path: string) => string;
  icon: (name: string) => Html;
}

export function createPageContext({
  language,
  prefix,
  assets,
  ...facts
}: Pick<PageContext, 'language' | 'theme' | 'path' | 'baseUrl' | 'isSignedIn'> & {
  prefix: string;
  assets: WebAssets;
}): PageContext {
  const messages = pageMessages[language.tag];
  const write = (message: Message, values?: Values) => writeMessage(message, language.tag, values);
  const href = (path: string) => prefix + path;
  const sprite = href(assets.pathOf('src/icons/sprite.svg'));
  return {
    language,
    ...facts,
    write,
    href,
    say: (key, values) => write(messages[key], values),
    icon: (name) => html`<svg class="icon" aria-hidden="true"><use href="${sprite}#${name}"></use></svg>`,
  };
}

/** Returns a term, such as `category_image`, in the page's language, or `fallback` if there is no translation. */
export function domainText({ language, write }: PageContext, key: string, fallback: string): string {
  const messages: Readonly<Record<string, Message>> = domainMessages[language.tag];
  return write(messages[key] ?? fallback);
}
