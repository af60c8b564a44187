import type { attention as en } from '../en/attention.ts';

export const attention: typeof en = {
  attention: 'Handlungsbedarf',
  booking: (number) => `Buchung ${number}`,
  doneBy: (who) => `Erledigt von ${who}`,
  domains: 'Websites und Domains',
  empty: 'Zurzeit gibt es nichts zu tun.',
  emptyMore:
    'Hier erscheinen Zahlungen, die nicht stimmen, Gäste mit zu vielen Buchungen und verzögerte E-Mails.',
  guests: 'Gäste',
  paymentSettings: 'Zahlungseinstellungen',
  resolve: 'Als erledigt markieren',
  resolved: 'Als erledigt markiert.',
  showResolved: 'Erledigt',
  showOpen: 'Offen',
  unknown: 'Hier besteht Handlungsbedarf.',
};
