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
    title: 'Betalen lukt nu even niet',
    text: 'De betaalpagina is op dit moment niet bereikbaar. Er is niets afgeschreven.',
  },
  waitingMore: 'Deze pagina probeert het elke paar seconden opnieuw. Je hoeft niets te doen.',
  checking: {
    word: 'Even geduld',
    title: 'We kijken of je betaling is gelukt',
    text: 'Dat duurt iets langer dan anders. Heb je betaald, dan hoef je dat niet nog eens te doen.',
  },
  failed: {
    word: 'Niet betaald',
    title: 'De betaling is niet gelukt',
    text: 'De betaling is mislukt of afgebroken. Er is niets afgeschreven. Je kunt het opnieuw proberen.',
  },
  late: {
    word: 'Verlopen',
    title: 'De tijd om te betalen is voorbij',
    text: 'Je plaatsen zijn weer vrij voor anderen. Heb je toch betaald? Dan wordt je boeking alsnog bevestigd als de plaatsen nog vrij zijn. Anders krijg je alles terug.',
  },
  begun: {
    word: 'Verlopen',
    title: 'De tijd om te betalen is voorbij',
    text: 'De tijd waarvoor je boekte is al begonnen, dus je kunt er niet meer voor betalen. Heb je toch betaald? Dan krijg je alles terug.',
  },
  cancelled: {
    word: 'Geannuleerd',
    title: 'Deze boeking is geannuleerd',
    text: 'Je hoeft niets meer te betalen. Heb je toch betaald? Dan krijg je alles terug.',
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
    title: 'You can’t pay at the moment',
    text: 'The payment page can’t be reached at the moment. Nothing was charged.',
  },
  waitingMore: 'This page tries again every few seconds. You don’t need to do anything.',
  checking: {
    word: 'One moment',
    title: 'We are checking your payment',
    text: 'That takes a little longer than usual. If you have paid, you don’t need to pay again.',
  },
  failed: {
    word: 'Not paid',
    title: 'The payment did not go through',
    text: 'The payment failed or was cancelled. Nothing was charged. You can try again.',
  },
  late: {
    word: 'Expired',
    title: 'The time to pay is over',
    text: 'Your places are available to others again. Did you pay after all? Then your booking is confirmed if the places are still free. Otherwise you get a full refund.',
  },
  begun: {
    word: 'Expired',
    title: 'The time to pay is over',
    text: 'The time that you booked has already begun, so you can no longer pay for it. Did you pay after all? Then you get a full refund.',
  },
  cancelled: {
    word: 'Cancelled',
    title: 'This booking was cancelled',
    text: 'There is nothing left to pay. Did you pay after all? Then you get a full refund.',
  },
  refused: {
    word: 'Not paid',
    title: 'This booking can’t be paid online',
    text: 'The payment provider does not accept this payment. Please contact the venue.',
  },
};

export const payLabels: Record<Locale, PayLabels> = { nl, en };
