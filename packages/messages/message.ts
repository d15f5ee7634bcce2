/** Messages with placeholders: replaces `{name}` and chooses the plural form by the rules of the language. */
import { languageTagged } from './languages.ts';

/**
 * Plural forms of a message, by plural category of the language. The number in the placeholder `count` determines the
 * plural category. If a plural category has no form, the form `other` is used.
 */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export type Message = string | Plural;

export type Values = Readonly<Record<string, string | number>>;

/**
 * Type of a translation of `Messages`. If an English message has plural forms, its translation must have plural forms
 * too. If an English message is a string, its translation must be a string.
 */
export type Translation<Messages extends Readonly<Record<string, Message>>> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : Plural;
};

/** Returns `message` with its placeholders replaced by `values`. Numbers are formatted for `language`. */
export function writeMessage(message: Message, language: string, values: Values = {}): string {
  const text = typeof message === 'string' ? message : pluralForm(message, language, values['count']);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(language) : isolated(value, language);
  });
}

/**
 * If the message is right-to-left, encloses the value in Unicode isolates. Without isolates, a number after a Latin
 * name would be placed next to the name, away from its unit (UAX #9, rule W7).
 */
const isolated = (value: string, language: string) =>
  languageTagged(language)?.direction === 'rtl' ? `\u2068${value}\u2069` : value;

function pluralForm(message: Plural, language: string, count: string | number | undefined): string {
  const category = new Intl.PluralRules(language).select(Number(count ?? 0));
  return message[category] ?? message.other;
}
