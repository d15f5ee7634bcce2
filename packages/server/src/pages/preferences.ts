/** Reads a page's language and theme from the query, the stored choice or the browser's preference, in this order. */
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage, languages, type Language } from '@protean/messages/languages.ts';
import { cookieIn } from '../http/guards/session-cookie.ts';

export const themes = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export interface Preferences {
  language: Language;
  theme: Theme;
  /** `Set-Cookie` headers that store a choice from the query. */
  cookies: readonly string[];
}

const languageCookie = 'protean-language';
const themeCookie = 'protean-theme';

const yearSeconds = 365 * 24 * 3600;

/** Reads the preferences. `prefix` is the path of the service's public URL. */
export function preferencesOf(request: FastifyRequest, prefix: string): Preferences {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const chosenLanguage = languages.find(({ tag }) => tag === query.get('lang'));
  const chosenTheme = themes.find((theme) => theme === query.get('theme'));
  const keptLanguage = cookieIn(request, languageCookie);
  const keptTheme = cookieIn(request, themeCookie);
  const cookie = (name: string, value: string) =>
    `${name}=${value}; Path=${prefix || '/'}; Max-Age=${yearSeconds}; SameSite=Lax`;
  return {
    language:
      chosenLanguage ??
      languages.find(({ tag }) => tag === keptLanguage) ??
      acceptedLanguage(request.headers['accept-language']),
    theme: chosenTheme ?? themes.find((theme) => theme === keptTheme) ?? 'auto',
    cookies: [
      ...(chosenLanguage ? [cookie(languageCookie, chosenLanguage.tag)] : []),
      ...(chosenTheme ? [cookie(themeCookie, chosenTheme)] : []),
    ],
  };
}
