import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';
import type { Texts } from '../../locale.ts';

type Words = {
  status: Record<BookingStatus, string>;
  payment: Record<PaymentStatus | 'none', string>;
  leftToPay: (amount: string) => string;
  mail: Record<string, string>;
  /** By action. A key with an actor, such as `refunded bank`, takes precedence. */
  action: Record<string, string>;
  actor: Record<string, string>;
};

const en: Words = {
  status: {
    pending_payment: 'Awaiting payment',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    checked_in: 'Checked in',
    no_show: 'No-show',
  },
  payment: {
    none: 'No online payment',
    open: 'Open',
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Cancelled',
    expired: 'Expired',
    refunded: 'Refunded',
  },
  leftToPay: (amount: string) => `Not paid online: ${amount}`,
  mail: {
    confirmed: 'Confirmation',
    changed: 'Change',
    cancelled: 'Cancellation',
    payment_due: 'Payment request',
    refunded: 'Refund',
    refund_failed: 'Failed refund',
  },
  action: {
    created: 'Booked',
    confirmed: 'Confirmed',
    moved: 'Moved',
    corrected: 'Changed',
    noted: 'Note changed',
    rules_changed: 'Opening hours or places changed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    checked_in: 'Checked in',
    checked_in_undone: 'Check-in undone',
    arrivals_changed: 'Number of arrivals changed',
    rest_absent: 'Rest of the party absent',
    rest_absent_undone: 'Rest of the party expected again',
    no_show: 'No-show',
    no_show_undone: 'No-show undone',
    paid: 'Paid',
    refunded: 'Refunded',
    refund_failed: 'Refund failed',
    'refunded bank': 'Charged back',
    'refund_failed bank': 'Chargeback reversed',
    payment_declined: 'Late payment declined',
    used_again: 'Ticket shown again',
    mail_resent: 'E-mail resent',
    mail_failed: 'E-mail could not be sent',
    mail_dropped: 'E-mail not sent',
    erased: 'Guest erased',
  },
  actor: {
    guest: 'guest',
    operator: 'platform',
    provider: 'payment provider',
    bank: 'the payer’s bank',
    system: 'automatic',
  },
};

/** Texts for values of the API. A value that only a newer service knows is shown unchanged. */
export const words: Texts<Words> = {
  en,
  nl: {
    status: {
      pending_payment: 'Wacht op betaling',
      confirmed: 'Bevestigd',
      expired: 'Verlopen',
      cancelled: 'Geannuleerd',
      checked_in: 'Ingecheckt',
      no_show: 'No-show',
    },
    payment: {
      none: 'Geen online betaling',
      open: 'Open',
      paid: 'Betaald',
      failed: 'Mislukt',
      canceled: 'Geannuleerd',
      expired: 'Verlopen',
      refunded: 'Terugbetaald',
    },
    leftToPay: (amount) => `Niet online betaald: ${amount}`,
    mail: {
      confirmed: 'Bevestiging',
      changed: 'Wijziging',
      cancelled: 'Annulering',
      payment_due: 'Betaalverzoek',
      refunded: 'Terugbetaling',
      refund_failed: 'Mislukte terugbetaling',
    },
    action: {
      created: 'Geboekt',
      confirmed: 'Bevestigd',
      moved: 'Verplaatst',
      corrected: 'Gewijzigd',
      noted: 'Notitie gewijzigd',
      rules_changed: 'Openingstijden of plaatsen gewijzigd',
      cancelled: 'Geannuleerd',
      expired: 'Verlopen',
      checked_in: 'Ingecheckt',
      checked_in_undone: 'Inchecken ongedaan gemaakt',
      arrivals_changed: 'Aantal aanwezigen gewijzigd',
      rest_absent: 'Rest van de groep afwezig',
      rest_absent_undone: 'Rest van de groep komt nog',
      no_show: 'No-show',
      no_show_undone: 'No-show ongedaan gemaakt',
      paid: 'Betaald',
      refunded: 'Terugbetaald',
      refund_failed: 'Terugbetaling mislukt',
      'refunded bank': 'Teruggeboekt',
      'refund_failed bank': 'Terugboeking ongedaan gemaakt',
      payment_declined: 'Te late betaling geweigerd',
      used_again: 'Ticket nog eens getoond',
      mail_resent: 'Mail opnieuw gestuurd',
      mail_failed: 'Mail kon niet worden verstuurd',
      mail_dropped: 'Mail niet verstuurd',
      erased: 'Gast gewist',
    },
    actor: {
      guest: 'gast',
      operator: 'platform',
      provider: 'betaalprovider',
      bank: 'de bank van de betaler',
      system: 'automatisch',
    },
  },
};
