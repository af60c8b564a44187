import type { Locale } from '@venue-booking/proto/primitives';
import { type ComputedRef, computed, ref, watchEffect } from 'vue';

const KEY = 'venue-booking-language';

const remembered = (): Locale => {
  const kept = localStorage.getItem(KEY) ?? navigator.language;
  return kept.startsWith('nl') ? 'nl' : 'en';
};

/** The language of the page: the person's own choice, kept in this browser and with the session. */
export const locale = ref<Locale>(remembered());

/** The languages that a person chooses from. */
export const languages = [
  { key: 'nl', text: 'Nederlands', lang: 'nl' },
  { key: 'en', text: 'English', lang: 'en' },
] as const;

watchEffect(() => {
  document.documentElement.lang = locale.value;
  localStorage.setItem(KEY, locale.value);
});

/** Every text of a view, in both languages: strings, and functions that put something into one. */
export type Texts<T extends object> = { en: T; nl: { [K in keyof T]: T[K] extends string ? string : T[K] } };

/** The texts of a view in the language of the page. */
export const useTexts = <T extends object>(texts: Texts<T>): ComputedRef<Texts<T>['nl'] | T> =>
  computed(() => texts[locale.value]);
