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
};
