import type { Texts } from '../locale.ts';

const en = {
  /** A failure is a clause such as `must be at least 1`, or a sentence. */
  named: (label: string, clause: string) => `“${label}” ${clause}.`,
  missing: 'must be filled in',
  notChosen: 'must be chosen',
  notNumber: 'must be a number',
  notDate: 'must be a date',
  notTime: 'must be a time',
  notWhole: 'must be a whole number',
  notEmail: 'must be an e-mail address, such as name@example.com',
  notUrl: 'must be a web address, such as https://example.com',
  least: (min: string) => `must be at least ${min}`,
  most: (max: string) => `must be at most ${max}`,
  earliest: (day: string) => `must not be before ${day}`,
  latest: (day: string) => `must not be after ${day}`,
  invalid: 'is not valid',
};

/** Texts of the failures at a field, and how they name it. */
export const fieldTexts: Texts<typeof en> = {
  en,
  nl: {
    named: (label, clause) => `‘${label}’ ${clause}.`,
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
  },
};
