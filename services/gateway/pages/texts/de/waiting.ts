import type { WaitingTexts } from '../nl/waiting.ts';

/** German texts of the page of an entry on a waiting list. */
export const waiting: WaitingTexts = {
  statuses: {
    unconfirmed: {
      word: 'Noch nicht bestätigt',
      meaning:
        'Bestätigen Sie Ihren Platz auf der Warteliste. Sobald ein Platz frei ist, senden wir Ihnen dann eine E-Mail.',
    },
    waiting: {
      word: 'Auf der Warteliste',
      meaning:
        'Sobald ein Platz frei ist, erhalten Sie eine E-Mail. Wir halten den Platz dann eine Zeit lang für Sie frei.',
    },
    offered: {
      word: 'Ein Platz ist für Sie frei',
      meaning: 'Wir halten diesen Platz bis {until} für Sie frei. Danach geht er an den nächsten Gast.',
    },
    booked: { word: 'Gebucht', meaning: 'Sie haben diesen Platz gebucht.' },
    left: {
      word: 'Nicht mehr auf der Warteliste',
      meaning: 'Sie stehen nicht mehr auf dieser Warteliste und erhalten dazu keine E-Mails mehr.',
    },
    expired: {
      word: 'Abgelaufen',
      meaning: 'Die Zeit oder das Angebot ist vorbei. Sie stehen nicht mehr auf dieser Warteliste.',
    },
  },
  confirm: 'Platz bestätigen',
  offeredElsewhere: 'Wie Sie diesen Platz buchen, steht in unserer E-Mail.',
  byMail: 'Bestätigen können Sie nur mit dem Link in der E-Mail, die wir Ihnen gesendet haben.',
  accept: 'Diesen Platz buchen',
  acceptPay: 'Buchen und {amount} bezahlen',
  noPrice: 'Dieser Platz passt nicht mehr zu Ihrer Gruppe. Bitte wenden Sie sich an den Betrieb.',
  leave: 'Warteliste verlassen',
  leaveWhat: 'Sie verlieren Ihren Platz auf der Liste. Das lässt sich nicht rückgängig machen.',
  confirmLeave: 'Ja, von der Liste nehmen',
  decline: 'Angebot ablehnen',
  declineWhat: 'Der Platz geht an den nächsten Gast, und Sie verlassen die Warteliste.',
  confirmDecline: 'Ja, Angebot ablehnen',
  ticket: 'Buchung ansehen',
  wholeDay: 'Alle Zeiten dieses Tages',
};
