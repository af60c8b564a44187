import { z } from 'zod';

/** ISO 3166-1 alpha-2 codes of all countries. */
export const COUNTRIES: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY',
  'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK',
  'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR',
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK',
  'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM',
  'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF',
  'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

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
  .regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/, 'must be a VAT number with its country, such as NL123456789B01')
  .refine(
    (number) => [...COUNTRIES, ...OTHER_PREFIXES].includes(number.slice(0, 2)),
    'must begin with the two letters of a country, such as NL',
  );
