import { bookingLabels } from '@venue-booking/domain/wording/bookingLabels';
import type { Locale } from '@venue-booking/proto/primitives';
import type { MailKind } from './mailKind.ts';

/** Name of the platform. */
export const PRODUCT = 'Venue Booking';

type Words = {
  subject: string;
  title: string;
  /** What happened and what it means for the guest. */
  lead: string;
};

/** The built-in texts of each kind of mail, with placeholders in braces (`mailPlaceholders`). */
export const words: Record<Locale, Record<MailKind, Words>> = {
  nl: {
    confirmed: {
      subject: 'Boeking bevestigd: {facility}, {day}',
      title: 'Je boeking is bevestigd',
      lead: 'Je boeking bij {venue} is bevestigd. Tot dan!',
    },
    changed: {
      subject: 'Boeking gewijzigd: {facility}, {day}',
      title: 'Je boeking is gewijzigd',
      lead: 'Je boeking bij {venue} is gewijzigd. Hieronder staan de huidige gegevens. Eerdere mails over deze boeking gelden niet meer.',
    },
    cancelled: {
      subject: 'Boeking geannuleerd: {facility}, {day}',
      title: 'Je boeking is geannuleerd',
      lead: 'Je boeking bij {venue} is geannuleerd. Je hoeft niets meer te doen.',
    },
    payment_due: {
      subject: 'Nog te betalen: {facility}, {day}',
      title: 'Rond je boeking af',
      lead: 'We houden je plaatsen bij {venue} voor je vast tot {until} uur. Betaal voor die tijd, dan is je boeking bevestigd.',
    },
    refunded: {
      subject: 'Terugbetaald: {facility}, {day}',
      title: 'Je terugbetaling is onderweg',
      lead: '{venue} betaalt je {refund} terug voor deze boeking. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
    },
    refund_failed: {
      subject: 'Terugbetaling niet gelukt: {facility}, {day}',
      title: 'Je terugbetaling is niet gelukt',
      lead: 'We mailden je dat je {refund} terugkrijgt voor deze boeking. Die terugbetaling is helaas niet gelukt. {venue} weet ervan en regelt het verder. Je hoeft zelf niets te doen.',
    },
  },
  en: {
    confirmed: {
      subject: 'Booking confirmed: {facility}, {day}',
      title: 'Your booking is confirmed',
      lead: 'Your booking at {venue} is confirmed. See you then!',
    },
    changed: {
      subject: 'Booking changed: {facility}, {day}',
      title: 'Your booking was changed',
      lead: 'Your booking at {venue} was changed. The current details are below. Earlier e-mails about this booking no longer apply.',
    },
    cancelled: {
      subject: 'Booking cancelled: {facility}, {day}',
      title: 'Your booking is cancelled',
      lead: 'Your booking at {venue} is cancelled. You do not need to do anything.',
    },
    payment_due: {
      subject: 'Payment due: {facility}, {day}',
      title: 'Complete your booking',
      lead: 'We hold your places at {venue} until {until}. Pay before then to confirm your booking.',
    },
    refunded: {
      subject: 'Refunded: {facility}, {day}',
      title: 'Your refund is on its way',
      lead: '{venue} is refunding you {refund} for this booking. It may take a few working days to reach your account.',
    },
    refund_failed: {
      subject: 'Refund failed: {facility}, {day}',
      title: 'Your refund did not go through',
      lead: 'We e-mailed you about a refund of {refund} for this booking. That refund did not go through. {venue} has been notified and will arrange it. You do not need to do anything.',
    },
  },
};

/** Variants of the lead that depend on payments and refunds. */
export const leads = {
  nl: {
    cancelled_kept: 'Je boeking bij {venue} is geannuleerd. Voor deze annulering wordt niets terugbetaald.',
    cancelled_partly:
      'Je boeking bij {venue} is geannuleerd. Je krijgt {refund} terug van de {price} die je betaalde. Je hoeft daar niets voor te doen.',
    cancelled_paid:
      'Je boeking bij {venue} is geannuleerd. Je krijgt het hele bedrag terug. Je hoeft daar niets voor te doen.',
    refunded_late:
      'Je betaling aan {venue} kwam te laat. Je plaatsen waren al vergeven, dus je boeking gaat niet door. Je krijgt {refund} terug. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
    refunded_stands:
      '{venue} betaalt je {refund} terug voor deze boeking. Je boeking blijft geldig. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
  },
  en: {
    cancelled_kept: 'Your booking at {venue} is cancelled. You get no refund for this cancellation.',
    cancelled_partly:
      'Your booking at {venue} is cancelled. Your refund is {refund} of the {price} that you paid. You do not need to do anything.',
    cancelled_paid:
      'Your booking at {venue} is cancelled. You get a full refund. You do not need to do anything.',
    refunded_late:
      'Your payment to {venue} came too late. Your places were no longer available, so your booking does not go ahead. You get a refund of {refund}. It may take a few working days to reach your account.',
    refunded_stands:
      '{venue} is refunding you {refund} for this booking. Your booking remains valid. It may take a few working days for the refund to reach your account.',
  },
} satisfies Record<Locale, Record<string, string>>;

export const labels = {
  nl: {
    ...bookingLabels.nl,
    greeting: 'Hallo',
    what: 'Wat',
    paid: 'betaald',
    open: 'Nog te betalen',
    oncePaid: 'Na het betalen kun je nog annuleren tot {until} uur. Je krijgt dan het hele bedrag terug.',
    oncePaidTiers: 'Na het betalen kun je nog annuleren tot {until} uur.',
    pay: 'Betaal nu',
    messageFrom: 'Bericht van {venue}:',
    reason:
      '{platform} ({host}) stuurt je deze mail namens {venue}, omdat boeking {number} op dit e-mailadres staat. Ken je deze boeking niet? Open dan geen links en verwijder deze mail.',
    view: 'Bekijk je boeking',
    viewOrCancel: 'Bekijk of annuleer je boeking',
  },
  en: {
    ...bookingLabels.en,
    greeting: 'Hello',
    what: 'What',
    paid: 'paid',
    open: 'Left to pay',
    oncePaid: 'Once you have paid, you can still cancel until {until}. You then get a full refund.',
    oncePaidTiers: 'Once you have paid, you can still cancel until {until}.',
    pay: 'Pay now',
    messageFrom: 'Message from {venue}:',
    reason:
      '{platform} ({host}) sent you this e-mail on behalf of {venue}, because booking {number} was made with this e-mail address. If you do not recognise this booking, do not open any links and delete this e-mail.',
    view: 'View your booking',
    viewOrCancel: 'View or cancel your booking',
  },
} satisfies Record<Locale, Record<string, string>>;
