import type { Locale } from '@venue-booking/proto/primitives';
import { type ComputedRef, computed, shallowRef, watchEffect } from 'vue';
import type { Texts } from './texts/en.ts';
import { showToast } from './toasts.ts';

const KEY = 'venue-booking-language';

/** The languages that a person chooses from. */
export const languages = [
  { key: 'nl', text: 'Nederlands', lang: 'nl' },
  { key: 'en', text: 'English', lang: 'en' },
  { key: 'de', text: 'Deutsch', lang: 'de' },
  { key: 'fr', text: 'Français', lang: 'fr' },
] as const;

/** The texts of each language are loaded on first use. */
const load: Record<Locale, () => Promise<Texts>> = {
  en: async () => (await import('./texts/en.ts')).en,
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  nl: async () => (await import('./texts/nl.ts')).nl,
};

/** The stored choice, or else the first of the browser's languages that the dashboard has. */
function remembered(): Locale {
  const stored = localStorage.getItem(KEY);
  const preferred = stored === null ? navigator.languages : [stored];
  const supported = preferred.map((tag) =>
    languages.find(({ key }) => tag.toLowerCase().split('-')[0] === key),
  );
  return supported.find((language) => language !== undefined)?.key ?? 'en';
}

let wanted = remembered();
/** One value, so that a language and its texts change together. */
const current = shallowRef<{ language: Locale; texts?: Texts }>({ language: wanted });

/** The language of the dashboard, stored in this browser and with the session. */
export const locale = computed(() => current.value.language);

/** All texts in the current language. Views and their scripts load after `textsLoaded`. */
export const texts = computed((): Texts => {
  if (!current.value.texts) throw new Error('the texts are not loaded yet');
  return current.value.texts;
});

/** The colon after a label, which French separates. */
export const colon = computed(() => texts.value.fields.colon);

/** The texts of an area in the current language. */
export const useTexts = <Area extends keyof Texts>(area: Area): ComputedRef<Texts[Area]> =>
  computed(() => texts.value[area]);

/**
 * Changes the language once its texts are loaded; the last call counts. If they can't be loaded, a toast says
 * so, and the language stays.
 * @returns whether the language is in use now
 */
export async function setLocale(language: Locale): Promise<boolean> {
  wanted = language;
  try {
    const loaded = await load[language]();
    if (wanted !== language) return false;
    const isNew = language !== locale.value;
    current.value = { language, texts: loaded };
    if (isNew) localStorage.setItem(KEY, language);
    return true;
  } catch {
    if (current.value.texts) showToast(texts.value.connection.viewMissing, { failure: true });
    return false;
  }
}

/** Resolves when the first texts are loaded: in English, if those of the wanted language can't be. */
export const textsLoaded: Promise<void> = loadFirst(wanted).then((first) => {
  if (!current.value.texts) current.value = first;
});

async function loadFirst(language: Locale): Promise<{ language: Locale; texts: Texts }> {
  try {
    return { language, texts: await load[language]() };
  } catch {
    return { language: 'en', texts: await load.en() };
  }
}

watchEffect(() => {
  document.documentElement.lang = locale.value;
});
