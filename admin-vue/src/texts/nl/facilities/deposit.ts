import type { deposit as en } from '../../en/facilities/deposit.ts';

export const deposit: typeof en = {
  title: 'Aanbetaling',
  hint: 'Geldt als gasten online betalen. Boekingen aan de balie hebben geen aanbetaling. Bestaande boekingen blijven zoals ze zijn.',
  pays: 'Gasten betalen online bij het boeken',
  whole: 'Het hele bedrag',
  byPercent: 'een percentage van de prijs',
  byFixed: 'een vast bedrag',
  percent: 'Aanbetaling, in procent',
  fixed: 'Aanbetaling, in euro',
  fixedHint: 'Een boeking die minder kost, wordt meteen helemaal betaald.',
  from: 'Alleen bij boekingen vanaf, in euro',
  fromHint: 'Leeg: bij alle boekingen. Goedkopere worden meteen helemaal betaald.',
  /** In the summary of the section: the deposit, and the lowest price that has one. */
  summary: (deposit, from) => `${deposit}, vanaf ${from}`,
  example: (price, now, later) => `Een boeking van ${price}: nu ${now}, op locatie ${later}.`,
  rest: 'Gasten betalen de rest',
  atVenue: 'op locatie',
  online: 'online, via een link in een mail',
  hours: 'Uiterlijk, in uren voor het begin',
  hoursHint:
    'Gasten krijgen twee dagen eerder een herinnering. Een boeking van minder dan een dag voor dat moment wordt meteen helemaal betaald.',
  unpaid: 'Als de rest niet op tijd is betaald',
  unpaidHint:
    'Een gast heeft na de herinnering altijd minstens een dag. Bij annuleren gelden de terugbetaalregels.',
  keep: 'de boeking houden en mij mailen',
  cancel: 'de boeking annuleren',
  exampleOnline: (price, now, hours) =>
    `Een boeking van ${price}: nu ${now}, en de rest online tot ${hours} uur van tevoren.`,
};
