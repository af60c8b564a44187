import type { WaitingTexts } from '../nl/waitingTexts.ts';

/** German texts of mail to guests on the waiting list, with placeholders in braces. */
export const de: WaitingTexts = {
  mails: {
    confirm_entry: {
      subject: 'Wartelistenplatz bestätigen: {facility}, {day}',
      title: 'Bestätigen Sie Ihren Platz auf der Warteliste',
      lead: 'Diese E-Mail-Adresse wurde für die Warteliste von {venue} eingetragen. Bestätigen Sie innerhalb von {hours} Stunden. Danach stehen Sie in der Reihenfolge der Anmeldungen auf der Liste.',
      link: 'Platz bestätigen',
    },
    offer: {
      subject: 'Ein Platz für Sie: {facility}, {day}',
      title: 'Es ist ein Platz für Sie frei',
      lead: 'Bei {venue} ist ein Platz frei geworden. Wir halten ihn bis {until} für Sie frei. Danach geht er an den nächsten Gast.',
      link: 'Angebot ansehen und buchen',
    },
    offer_over: {
      subject: 'Angebot abgelaufen: {facility}, {day}',
      title: 'Ihr Angebot ist abgelaufen',
      lead: 'Sie haben nicht rechtzeitig auf den freien Platz bei {venue} reagiert. Er geht an den nächsten Gast, und Sie stehen nicht mehr auf der Warteliste.',
      link: 'Eintrag ansehen',
    },
    offer_lost: {
      subject: 'Platz nicht mehr verfügbar: {facility}, {day}',
      title: 'Der angebotene Platz ist nicht mehr verfügbar',
      lead: 'Der Platz, den wir Ihnen bei {venue} angeboten haben, ist nicht mehr buchbar. Sie bleiben auf der Warteliste.',
      link: 'Eintrag ansehen oder beenden',
    },
  },
  smsOffer: '{venue} hat einen Platz für Sie: {start}. Buchen Sie ihn bis {until}: {url}',
  reason:
    '{platform} ({host}) sendet Ihnen diese E-Mail im Auftrag von {venue}, weil diese E-Mail-Adresse für die Warteliste eingetragen wurde. Wenn Ihnen das nichts sagt, öffnen Sie bitte keine Links und löschen Sie diese E-Mail.',
};
