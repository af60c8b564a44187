import { shallowReactive } from 'vue';
import { en } from './languages/en.ts';
import { nl, type Texts } from './languages/nl.ts';

/** The languages of the widget. The script contains the first two and loads the others. */
export const locales = ['nl', 'en', 'de', 'fr'] as const;
export type Locale = (typeof locales)[number];
export type Text = keyof typeof nl;
export type Say = (text: Text, values?: Record<string, string | number>) => string;

/** Texts by language; null if they could not be loaded. */
export const texts: { [locale in Locale]?: Texts | null } = shallowReactive({ nl, en });

/**
 * The texts of a locale, or English ones until they are loaded.
 *
 * @returns a function that fills in a text; its first value selects singular or plural
 */
export const speaker =
  (locale: Locale): Say =>
  (text, values = {}) => {
    const forms = (texts[locale] ?? en)[text].split('|');
    const [count] = Object.values(values);
    // In French, zero is singular.
    const isOne = count === 1 || (count === 0 && locale === 'fr');
    const form = (isOne ? forms[0] : forms.at(-1)) as string;
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };

/** A name that the API sends in several languages. English if it lacks this one. */
export const nameIn = (
  locale: Locale,
  name: { nl: string; en: string } & { [locale in Locale]?: string | undefined },
): string => name[locale] ?? name.en;
