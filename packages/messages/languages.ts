/** Lists the languages of the pages, one row each. */

export const languages = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'pt', name: 'Português', direction: 'ltr' },
  { tag: 'zh', name: '中文', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
] as const;

export type Language = (typeof languages)[number];
export type LanguageTag = Language['tag'];

/** Returns the language of a language tag. Only the primary subtag counts: `pt-BR` means `pt`. */
export function languageTagged(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-')[0];
  return languages.find((language) => language.tag === primary);
}

/** Returns the available language with the highest weight in an `Accept-Language` header, or English. */
export function acceptedLanguage(header = ''): Language {
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { language: languageTagged(tag), weight: Number(weight ?? 1) };
    })
    .filter(({ language, weight }) => language && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return wanted[0]?.language ?? languages[0];
}
