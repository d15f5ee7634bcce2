/** What a page is written with: its language, its words, the addresses of other pages and files. */
import type { Message, Values } from '@protean/words/message.ts';
import { writeMessage } from '@protean/words/message.ts';
import { domainWords } from '@protean/words/domain/index.ts';
import type { Language } from '@protean/words/languages.ts';
import { pageWords, type PageWords } from '@protean/words/page/index.ts';
import { html, type Html } from './html.ts';
import type { Theme } from './preferences.ts';
import type { WebAssets } from './web-assets.ts';

export interface View {
  language: Language;
  theme: Theme;
  /** The path of this page, without the prefix. */
  path: string;
  /** Whether the browser is signed in. */
  isSignedIn: boolean;
  /** A text of the page's words, in its language. */
  say: (key: keyof PageWords, values?: Values) => string;
  /** The same for words of another table. */
  write: (message: Message, values?: Values) => string;
  /** The address of a path of this service: below the prefix that clients reach it by. */
  href: (path: string) => string;
  icon: (name: string) => Html;
}

export function createView({
  language,
  prefix,
  assets,
  ...facts
}: Pick<View, 'language' | 'theme' | 'path' | 'isSignedIn'> & { prefix: string; assets: WebAssets }): View {
  const words = pageWords[language.tag];
  const write = (message: Message, values?: Values) => writeMessage(message, language.tag, values);
  const href = (path: string) => prefix + path;
  const sprite = href(assets.pathOf('src/icons/sprite.svg'));
  return {
    language,
    ...facts,
    write,
    href,
    say: (key, values) => write(words[key], values),
    icon: (name) => html`<svg class="icon" aria-hidden="true"><use href="${sprite}#${name}"></use></svg>`,
  };
}

/** A word of the field, such as `category_image`, in the page's language; `fallback` where there is none. */
export function domainText({ language, write }: View, key: string, fallback: string): string {
  const words: Readonly<Record<string, Message>> = domainWords[language.tag];
  return write(words[key] ?? fallback);
}
