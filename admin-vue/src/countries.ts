import { COUNTRIES } from '@venue-booking/proto/invoice/countries';
import { computed } from 'vue';
import { locale } from './locale.ts';

/** All countries with their names in the person's language, by name. */
export const useCountries = () =>
  computed(() => {
    const names = new Intl.DisplayNames(locale.value, { type: 'region' });
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
      a.name.localeCompare(b.name, locale.value),
    );
  });
