import type { fields as en } from '../en/fields.ts';

export const fields: typeof en = {
  named: (label, clause) => `« ${label} » ${clause}.`,
  colon: ' :',
  missing: 'doit être rempli',
  notChosen: 'doit être choisi',
  notNumber: 'doit être un nombre',
  notDate: 'doit être une date',
  notTime: 'doit être une heure',
  notWhole: 'doit être un nombre entier',
  notEmail: 'doit être une adresse e-mail, par exemple nom@exemple.fr',
  notUrl: 'doit être une adresse web, par exemple https://exemple.fr',
  least: (min) => `doit être au moins ${min}`,
  most: (max) => `doit être au plus ${max}`,
  earliest: (day) => `ne doit pas être avant le ${day}`,
  latest: (day) => `ne doit pas être après le ${day}`,
  invalid: 'n’est pas valable',
};
