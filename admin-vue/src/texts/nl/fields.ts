import type { fields as en } from '../en/fields.ts';

export const fields: typeof en = {
  named: (label, clause) => `‘${label}’ ${clause}.`,
  colon: ':',
  missing: 'moet ingevuld zijn',
  notChosen: 'moet gekozen zijn',
  notNumber: 'moet een getal zijn',
  notDate: 'moet een datum zijn',
  notTime: 'moet een tijd zijn',
  notWhole: 'moet een heel getal zijn',
  notEmail: 'moet een e-mailadres zijn, zoals naam@voorbeeld.nl',
  notUrl: 'moet een webadres zijn, zoals https://voorbeeld.nl',
  least: (min) => `moet minstens ${min} zijn`,
  most: (max) => `mag hooguit ${max} zijn`,
  earliest: (day) => `mag niet voor ${day} liggen`,
  latest: (day) => `mag niet na ${day} liggen`,
  invalid: 'klopt niet',
};
