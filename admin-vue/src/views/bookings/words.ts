import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import type { PaymentStatus } from '@venue-booking/proto/paymentStatus';
import type { Texts } from '../../locale.ts';

type Words = {
  status: Record<BookingStatus, string>;
  payment: Record<PaymentStatus | 'none', string>;
  leftToPay: (amount: string) => string;
  mail: Record<string, string>;
  /** By action; one of a certain actor, such as `refunded bank`, before that. */
  action: Record<string, string>;
  actor: Record<string, string>;
};

const en: Words = {
  status: {
    pending_payment: 'To be paid',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    checked_in: 'Checked in',
    no_show: 'Did not come',
  },
  payment: {
    none: 'Not online',
    open: 'Open',
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Not paid',
    expired: 'Expired',
    refunded: 'Refunded',
  },
  leftToPay: (amount: string) => `Not paid online: ${amount}`,
  mail: {
    confirmed: 'Confirmation',
    changed: 'Change',
    cancelled: 'Cancellation',
    payment_due: 'Request to pay',
    refunded: 'Refund',
    refund_failed: 'Refund that failed',
  },
  action: {
    created: 'Booked',
    confirmed: 'Confirmed',
    moved: 'Moved',
    corrected: 'Changed',
    noted: 'Note changed',
    rules_changed: 'Hours or places changed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    checked_in: 'Checked in',
    checked_in_undone: 'Check-in undone',
    no_show: 'Did not come',
    no_show_undone: 'No-show undone',
    paid: 'Paid',
    refunded: 'Refunded',
    refund_failed: 'Refund failed',
    'refunded bank': 'Taken back',
    'refund_failed bank': 'Returned',
    payment_declined: 'Late payment declined',
    used_again: 'Ticket shown again',
    mail_resent: 'Mail sent again',
    mail_failed: 'Mail could not be sent',
    mail_dropped: 'Mail not sent',
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

/** What the API's words are for people. A word of a newer service is shown as it is. */
export const words: Texts<Words> = {
  en,
  nl: {
    status: {
      pending_payment: 'Nog te betalen',
      confirmed: 'Bevestigd',
      expired: 'Verlopen',
      cancelled: 'Geannuleerd',
      checked_in: 'Ingecheckt',
      no_show: 'Niet gekomen',
    },
    payment: {
      none: 'Niet online',
      open: 'Open',
      paid: 'Betaald',
      failed: 'Mislukt',
      canceled: 'Niet betaald',
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
      rules_changed: 'Tijden of plaatsen gewijzigd',
      cancelled: 'Geannuleerd',
      expired: 'Verlopen',
      checked_in: 'Ingecheckt',
      checked_in_undone: 'Inchecken ongedaan gemaakt',
      no_show: 'Niet gekomen',
      no_show_undone: 'Toch gekomen',
      paid: 'Betaald',
      refunded: 'Terugbetaald',
      refund_failed: 'Terugbetaling mislukt',
      'refunded bank': 'Teruggeboekt',
      'refund_failed bank': 'Teruggegeven',
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
