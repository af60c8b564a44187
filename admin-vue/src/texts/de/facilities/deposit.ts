import type { deposit as en } from '../../en/facilities/deposit.ts';

export const deposit: typeof en = {
  title: 'Anzahlung',
  hint: 'Gilt, wenn Gäste online bezahlen. Buchungen an der Rezeption haben keine Anzahlung. Bestehende Buchungen bleiben unverändert.',
  pays: 'Gäste zahlen bei der Buchung online',
  whole: 'Der ganze Preis',
  byPercent: 'einen Prozentsatz des Preises',
  byFixed: 'einen festen Betrag',
  percent: 'Anzahlung, in Prozent',
  fixed: 'Anzahlung, in Euro',
  fixedHint: 'Günstigere Buchungen werden sofort ganz bezahlt.',
  from: 'Nur bei Buchungen ab, in Euro',
  fromHint: 'Leer: bei allen Buchungen. Günstigere werden sofort ganz bezahlt.',
  /** In the summary of the section: the deposit, and the lowest price that has one. */
  summary: (deposit, from) => `${deposit}, ab ${from}`,
  example: (price, now, later) => `Eine Buchung für ${price}: ${now} sofort, ${later} vor Ort.`,
  rest: 'Gäste zahlen den Rest',
  atVenue: 'vor Ort',
  online: 'online, per Link in einer E-Mail',
  hours: 'Frist, in Stunden vor Beginn',
  hoursHint:
    'Gäste werden zwei Tage vorher erinnert. Eine Buchung weniger als einen Tag vor der Frist wird sofort ganz bezahlt.',
  unpaid: 'Wenn der Rest nicht rechtzeitig bezahlt ist',
  unpaidHint:
    'Nach der Erinnerung bleibt einem Gast immer mindestens ein Tag. Beim Stornieren gelten die Erstattungsregeln.',
  keep: 'behalten und mich benachrichtigen',
  cancel: 'Buchung stornieren',
  exampleOnline: (price, now, hours) =>
    `Eine Buchung für ${price}: ${now} sofort, der Rest online bis ${hours} Stunden vor Beginn.`,
};
