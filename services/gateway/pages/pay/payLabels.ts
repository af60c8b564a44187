import type { Locale } from '@venue-booking/proto/primitives';

/** Texts of the payment pages. */
const nl = {
  what: 'Boeking',
  retry: 'Probeer het opnieuw',
  booking: 'Bekijk je boeking',
  bookAgain: 'Opnieuw boeken',
  back: 'Terug naar de website',
  held: (time: string, place: string | null) =>
    `We houden je plaatsen voor je vast tot ${time}${place === null ? '' : ` (tijd in ${place})`}.`,
  waiting: {
    word: 'Even geduld',
    title: 'Betalen kan op dit moment niet',
    text: 'De betaalpagina is niet bereikbaar. Er is niets afgeschreven.',
  },
  waitingMore: 'Deze pagina probeert het elke paar seconden opnieuw. Je hoeft niets te doen.',
  checking: {
    word: 'Even geduld',
    title: 'We controleren je betaling',
    text: 'Dit duurt iets langer dan normaal. Heb je al betaald? Betaal dan niet opnieuw.',
  },
  failed: {
    word: 'Niet betaald',
    title: 'De betaling is niet gelukt',
    text: 'De betaling is mislukt of afgebroken. Er is niets afgeschreven. Je kunt het opnieuw proberen.',
  },
  late: {
    word: 'Verlopen',
    title: 'De betaaltermijn is verlopen',
    text: 'Je plaatsen zijn vrijgegeven. Heb je toch betaald? Dan bevestigen we je boeking als er nog plaats is. Anders krijg je het hele bedrag terug.',
  },
  begun: {
    word: 'Verlopen',
    title: 'De betaaltermijn is verlopen',
    text: 'De tijd die je boekte is al begonnen. Je kunt niet meer betalen. Heb je toch betaald? Dan krijg je het hele bedrag terug.',
  },
  cancelled: {
    word: 'Geannuleerd',
    title: 'Deze boeking is geannuleerd',
    text: 'Je hoeft niets meer te betalen. Heb je toch betaald? Dan krijg je het hele bedrag terug.',
  },
  refused: {
    word: 'Niet betaald',
    title: 'Je kunt deze boeking niet online betalen',
    text: 'De betaalprovider accepteert deze betaling niet. Neem contact op met de locatie.',
  },
};

export type PayLabels = typeof nl;

const en: PayLabels = {
  what: 'Booking',
  retry: 'Try again',
  booking: 'View your booking',
  bookAgain: 'Book again',
  back: 'Back to the website',
  held: (time, place) => `We hold your places until ${time}${place === null ? '' : ` (time in ${place})`}.`,
  waiting: {
    word: 'One moment',
    title: 'Payment is temporarily unavailable',
    text: 'We can’t reach the payment page. Nothing was charged.',
  },
  waitingMore: 'This page tries again every few seconds. You don’t need to do anything.',
  checking: {
    word: 'One moment',
    title: 'We are checking your payment',
    text: 'This takes a little longer than usual. If you have paid, do not pay again.',
  },
  failed: {
    word: 'Not paid',
    title: 'The payment did not go through',
    text: 'The payment failed or was cancelled. Nothing was charged. You can try again.',
  },
  late: {
    word: 'Expired',
    title: 'The payment deadline has passed',
    text: 'Your places have been released. If you did pay, we confirm your booking if the places are still available. Otherwise you get a full refund.',
  },
  begun: {
    word: 'Expired',
    title: 'The payment deadline has passed',
    text: 'The time that you booked has already started, so you can no longer pay. If you did pay, you get a full refund.',
  },
  cancelled: {
    word: 'Cancelled',
    title: 'This booking was cancelled',
    text: 'There is nothing left to pay. If you did pay, you get a full refund.',
  },
  refused: {
    word: 'Not paid',
    title: 'This booking can’t be paid online',
    text: 'The payment provider does not accept this payment. Please contact the venue.',
  },
};

export const payLabels: Record<Locale, PayLabels> = { nl, en, de: en, fr: en };
