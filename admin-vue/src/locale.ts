import type { Locale } from '@venue-booking/proto/primitives';
import { type ComputedRef, computed, ref, watch, watchEffect } from 'vue';

const KEY = 'venue-booking-language';

/** The languages that a person chooses from. */
export const languages = [
  { key: 'nl', text: 'Nederlands', lang: 'nl' },
  { key: 'en', text: 'English', lang: 'en' },
] as const;

/** The stored choice, or else the first of the browser's languages that the dashboard has. */
function remembered(): Locale {
  const stored = localStorage.getItem(KEY);
  const preferred = stored === null ? navigator.languages : [stored];
  const supported = preferred.map((tag) =>
    languages.find(({ key }) => tag.toLowerCase().split('-')[0] === key),
  );
  return supported.find((language) => language !== undefined)?.key ?? 'en';
}

/** The language of the dashboard, stored in this browser and with the session. */
export const locale = ref<Locale>(remembered());

watchEffect(() => {
  document.documentElement.lang = locale.value;
});
watch(locale, (chosen) => localStorage.setItem(KEY, chosen));

/** The texts of a view in both languages: strings, and functions that fill in values. */
export type Texts<T extends object> = { en: T; nl: { [K in keyof T]: T[K] extends string ? string : T[K] } };

/** The texts of a view in the current language. */
export const useTexts = <T extends object>(texts: Texts<T>): ComputedRef<Texts<T>['nl'] | T> =>
  computed(() => texts[locale.value]);
