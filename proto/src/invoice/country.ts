import { z } from 'zod';
import { COUNTRIES } from './countries.ts';

/** A country, by its ISO 3166-1 code. */
export const Country = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => COUNTRIES.includes(code), 'must be a country, as two letters such as NL');

/** Prefixes of VAT numbers that are not codes of countries: Greece and Northern Ireland. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** A VAT number with the prefix of its country. Spaces, dots and hyphens are removed. */
export const VatNumber = z
  .string()
  .max(40)
  .overwrite((text) => text.replace(/[\s.-]/g, '').toUpperCase())
  .regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/, {
    error: 'must be a VAT number with its country, such as NL123456789B01',
    abort: true,
  })
  .refine(
    (number) => [...COUNTRIES, ...OTHER_PREFIXES].includes(number.slice(0, 2)),
    'must begin with the two letters of a country, such as NL',
  );
