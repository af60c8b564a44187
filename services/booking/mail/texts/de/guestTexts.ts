import { de as wording } from '@venue-booking/domain/wording/de/texts';
import type { GuestTexts } from '../nl/guestTexts.ts';

/** German texts of mail to guests, with placeholders in braces. */
export const de: GuestTexts = {
  mails: {
    confirmed: {
      subject: 'Buchung bestätigt: {facility}, {day}',
      title: 'Ihre Buchung ist bestätigt',
      lead: 'Ihre Buchung bei {venue} ist bestätigt. Wir freuen uns auf Ihren Besuch!',
    },
    changed: {
      subject: 'Buchung geändert: {facility}, {day}',
      title: 'Ihre Buchung wurde geändert',
      lead: 'Ihre Buchung bei {venue} wurde geändert. Die aktuellen Angaben finden Sie unten. Frühere E-Mails zu dieser Buchung gelten nicht mehr.',
    },
    cancelled: {
      subject: 'Buchung storniert: {facility}, {day}',
      title: 'Ihre Buchung ist storniert',
      lead: 'Ihre Buchung bei {venue} wurde storniert. Sie müssen nichts weiter tun.',
    },
    payment_due: {
      subject: 'Zahlung offen: {facility}, {day}',
      title: 'Schließen Sie Ihre Buchung ab',
      lead: 'Wir halten Ihre Plätze bei {venue} bis {until} frei. Bezahlen Sie bis dahin, um Ihre Buchung zu bestätigen.',
    },
    payment_link: {
      subject: 'Offener Betrag: {facility}, {day}',
      title: 'Offenen Betrag bezahlen',
      lead: 'Für Ihre Buchung bei {venue} ist noch ein Betrag von {amount} offen. Sie können ihn bis zum Beginn Ihrer Buchung online bezahlen. Ihre Plätze bleiben in jedem Fall reserviert.',
    },
    payment_received: {
      subject: 'Zahlung erhalten: {facility}, {day}',
      title: 'Vielen Dank für Ihre Zahlung',
      lead: '{venue} hat Ihre Zahlung von {amount} für diese Buchung erhalten.',
    },
    refunded: {
      subject: 'Rückerstattung: {facility}, {day}',
      title: 'Ihre Rückerstattung ist unterwegs',
      lead: '{venue} erstattet Ihnen {refund} für diese Buchung. Es kann einige Werktage dauern, bis der Betrag auf Ihrem Konto eingeht.',
    },
    refund_failed: {
      subject: 'Rückerstattung fehlgeschlagen: {facility}, {day}',
      title: 'Ihre Rückerstattung ist fehlgeschlagen',
      lead: 'Wir hatten Ihnen eine Rückerstattung von {refund} für diese Buchung angekündigt. Diese ist leider fehlgeschlagen. {venue} ist informiert und kümmert sich darum. Sie müssen nichts weiter tun.',
    },
    reminder: {
      subject: 'Erinnerung: {facility}, {day}',
      title: 'Bis bald',
      lead: 'Wir erinnern Sie an Ihre Buchung bei {venue}: {day}, {time}. Bis dann!',
    },
    choose_time: {
      subject: 'Bitte wählen Sie eine andere Zeit: {facility}, {day}',
      title: 'Wählen Sie eine andere Zeit',
      lead: 'Ihre Buchung bei {venue} am {day}, {time}, kann möglicherweise nicht wie geplant stattfinden. Wählen Sie bis {until} eine andere Zeit, oder stornieren Sie mit voller Erstattung: über die Schaltfläche unten. Ohne Ihre Wahl bleibt die Buchung vorerst bestehen, und {venue} meldet sich bei Ihnen.',
    },
    follow_up: {
      subject: 'Danke für Ihren Besuch bei {venue}',
      title: 'Danke für Ihren Besuch',
      lead: 'Danke für Ihren Besuch bei {venue}. Wir hoffen, Sie hatten eine schöne Zeit, und freuen uns auf ein Wiedersehen.',
    },
  },
  smsReminder: 'Erinnerung: {start}, {venue}. Ihr Ticket: {url}',
  messageTitle: 'Nachricht zu Ihrer Buchung',
  leads: {
    cancelled_kept:
      'Ihre Buchung bei {venue} wurde storniert. Für diese Stornierung gibt es keine Rückerstattung.',
    cancelled_partly:
      'Ihre Buchung bei {venue} wurde storniert. Sie erhalten {refund} Ihrer Zahlung von {price} zurück. Sie müssen nichts weiter tun.',
    cancelled_paid:
      'Ihre Buchung bei {venue} wurde storniert. Sie erhalten den vollen Betrag zurück. Sie müssen nichts weiter tun.',
    refunded_late:
      'Ihre Zahlung an {venue} ist zu spät eingegangen. Ihre Plätze waren bereits vergeben, daher kommt Ihre Buchung nicht zustande. Sie erhalten {refund} zurück. Es kann einige Werktage dauern, bis der Betrag auf Ihrem Konto eingeht.',
    rest_due:
      'Für Ihre Buchung bei {venue} ist noch ein Betrag von {amount} offen. Bitte bezahlen Sie ihn online bis {until}.',
    rest_due_cancel:
      'Für Ihre Buchung bei {venue} ist noch ein Betrag von {amount} offen. Bitte bezahlen Sie ihn online bis {until}. Andernfalls wird Ihre Buchung storniert.',
    refunded_stands:
      '{venue} erstattet Ihnen {refund} für diese Buchung. Ihre Buchung bleibt gültig. Es kann einige Werktage dauern, bis der Betrag auf Ihrem Konto eingeht.',
  },
  labels: {
    ...wording.labels,
    // An exclamation mark: after a comma, the first word of the text would be lower case.
    greeting: 'Guten Tag!',
    what: 'Was',
    was: (before) => `vorher ${before}`,
    paid: 'bezahlt',
    open: 'Noch zu zahlen',
    oncePaid:
      'Nach der Zahlung können Sie noch bis {until} stornieren. Sie erhalten dann den vollen Betrag zurück.',
    oncePaidTiers: 'Nach der Zahlung können Sie noch bis {until} stornieren.',
    pay: 'Jetzt bezahlen',
    payOpen: 'Offenen Betrag bezahlen',
    messageFrom: 'Nachricht von {venue}:',
    reason:
      '{platform} ({host}) sendet Ihnen diese E-Mail im Auftrag von {venue}, weil die Buchung {number} mit dieser E-Mail-Adresse vorgenommen wurde. Wenn Sie diese Buchung nicht kennen, öffnen Sie bitte keine Links und löschen Sie diese E-Mail.',
    goodToKnow: 'Gut zu wissen, von {venue}:',
    changeUntil: 'Sie können Ihre Buchung online bis {until} ändern.',
    cancelUntil: 'Sie können online bis {until} stornieren.',
    review: 'Bewertung schreiben',
    view: 'Buchung ansehen',
    viewOrCancel: 'Buchung ansehen oder stornieren',
  },
};
