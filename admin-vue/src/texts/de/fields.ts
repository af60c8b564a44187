import type { fields as en } from '../en/fields.ts';

export const fields: typeof en = {
  named: (label, clause) => `„${label}“ ${clause}.`,
  colon: ':',
  missing: 'muss ausgefüllt sein',
  notChosen: 'muss ausgewählt sein',
  notNumber: 'muss eine Zahl sein',
  notDate: 'muss ein Datum sein',
  notTime: 'muss eine Uhrzeit sein',
  notWhole: 'muss eine ganze Zahl sein',
  notEmail: 'muss eine E-Mail-Adresse sein, zum Beispiel name@beispiel.de',
  notUrl: 'muss eine Webadresse sein, zum Beispiel https://beispiel.de',
  least: (min) => `muss mindestens ${min} sein`,
  most: (max) => `darf höchstens ${max} sein`,
  earliest: (day) => `darf nicht vor ${day} liegen`,
  latest: (day) => `darf nicht nach ${day} liegen`,
  invalid: 'ist ungültig',
};
