import type { AdminAttention } from '@venue-booking/proto/adminAttention';
import type { Texts } from '../../locale.ts';

/** What it is, and what to do about it. */
type Kinds = Record<AdminAttention['kind'], { title: string; advice: string }>;

const en = {
  attention: 'Attention',
  booking: (number: string) => `Booking ${number}`,
  doneBy: (who: string) => `Dealt with by ${who}`,
  domains: 'Websites and domains',
  empty: 'Nothing needs you.',
  emptyMore:
    'Payments that do not add up, guests who hold too many bookings, and mail that waits are listed here.',
  guests: 'Guests',
  resolve: 'Dealt with',
  resolved: 'Taken off the list.',
  showResolved: 'What has been dealt with',
  showOpen: 'What needs you',
  unknown: 'Something needs your attention.',
};
const kindsEn: Kinds = {
  payment_mismatch: {
    title: 'A payment does not match its booking',
    advice:
      'Compare the amount with the booking in the account of your payment provider, and refund what was paid too much.',
  },
  webhook_mismatch: {
    title: 'A message from the payment provider does not match',
    advice:
      'Check whether the payment is in your account at the provider. If it is not, there is nothing to do.',
  },
  checkout_refused: {
    title: 'The payment provider refused a payment',
    advice: 'The guest could not pay. Look at your account at the provider, then ask the guest to try again.',
  },
  refund_failed: {
    title: 'A refund failed',
    advice: 'Try it again from the booking, or refund it in another way and tell the guest.',
  },
  refund_elsewhere: {
    title: 'Money was refunded at the provider',
    advice: 'It was not done here. Check that it was meant, and cancel the booking if it is over.',
  },
  chargeback: {
    title: 'A bank took a payment back, or returned it',
    advice:
      'A guest who disputes a payment is answered in your account at the provider. Decide whether the booking stands. What a bank returned is not refunded by itself.',
  },
  dead_letter: {
    title: 'Something got stuck in the system',
    advice: 'The platform’s operator can have it done again. You do not have to do anything.',
  },
  domain_missing: {
    title: 'The DNS record of your domain is missing',
    advice:
      'Set the record again under Settings. After 14 days without it, guests can no longer book at that address.',
  },
  guest_at_cap: {
    title: 'A guest holds a large share of your places',
    advice: 'A regular may be welcome to them. If you do not know this guest, cancel the bookings.',
  },
  address_at_cap: {
    title: 'One internet connection holds a large share of your places',
    advice: 'It may be a company or a school. If you know none of these guests, cancel the bookings.',
  },
  network_at_cap: {
    title: 'One network holds a large share of your places',
    advice: 'Many guests may share it. If you know none of them, cancel the bookings.',
  },
  mail_waits: {
    title: 'Mail waits: your venue has mailed as many people as it may today',
    advice:
      'It goes out by itself once your venue may mail more people, and is dropped after 3 days. Call guests whose booking is soon. If you need more, ask the operator of the platform to trust your venue.',
  },
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    attention: 'Aandacht',
    booking: (number: string) => `Boeking ${number}`,
    doneBy: (who: string) => `Afgehandeld door ${who}`,
    domains: 'Websites en domeinen',
    empty: 'Er is niets dat je aandacht vraagt.',
    emptyMore:
      'Hier staan betalingen die niet kloppen, gasten die te veel boekingen vasthouden en mail die wacht.',
    guests: 'Gasten',
    resolve: 'Afgehandeld',
    resolved: 'Van de lijst gehaald.',
    showResolved: 'Wat is afgehandeld',
    showOpen: 'Wat je aandacht vraagt',
    unknown: 'Er is iets dat je aandacht vraagt.',
  },
};

export const kinds: Texts<Kinds> = {
  en: kindsEn,
  nl: {
    payment_mismatch: {
      title: 'Een betaling klopt niet met de boeking',
      advice:
        'Vergelijk het bedrag met de boeking in je account bij je betaalprovider en betaal terug wat te veel is betaald.',
    },
    webhook_mismatch: {
      title: 'Een bericht van de betaalprovider klopt niet',
      advice: 'Kijk of de betaling in je account bij de provider staat. Zo niet, dan hoef je niets te doen.',
    },
    checkout_refused: {
      title: 'De betaalprovider weigerde een betaling',
      advice:
        'De gast kon niet betalen. Kijk in je account bij de provider en vraag de gast het daarna opnieuw te proberen.',
    },
    refund_failed: {
      title: 'Een terugbetaling is mislukt',
      advice:
        'Probeer het opnieuw vanuit de boeking, of betaal op een andere manier terug en laat het de gast weten.',
    },
    refund_elsewhere: {
      title: 'Er is geld terugbetaald bij de provider',
      advice:
        'Dat is niet hier gedaan. Controleer of het de bedoeling was en annuleer de boeking als die niet doorgaat.',
    },
    chargeback: {
      title: 'Een bank heeft een betaling teruggeboekt of teruggegeven',
      advice:
        'Betwist een gast de betaling, reageer dan in je account bij de provider. Beslis of de boeking blijft staan. Wat een bank teruggeeft, wordt niet vanzelf terugbetaald.',
    },
    dead_letter: {
      title: 'Er is iets blijven hangen in het systeem',
      advice: 'De beheerder van het platform kan het opnieuw laten doen. Je hoeft zelf niets te doen.',
    },
    domain_missing: {
      title: 'Het DNS-record van je domein ontbreekt',
      advice:
        'Zet het record opnieuw, via Instellingen. Ontbreekt het 14 dagen, dan kunnen gasten op dat adres niet meer boeken.',
    },
    guest_at_cap: {
      title: 'Een gast heeft een groot deel van je plaatsen',
      advice: 'Bij een vaste gast kan dat kloppen. Ken je de gast niet, annuleer dan de boekingen.',
    },
    address_at_cap: {
      title: 'Eén internetverbinding heeft een groot deel van je plaatsen',
      advice: 'Het kan een bedrijf of school zijn. Ken je geen van deze gasten, annuleer dan de boekingen.',
    },
    network_at_cap: {
      title: 'Eén netwerk heeft een groot deel van je plaatsen',
      advice: 'Veel gasten kunnen het delen. Ken je niemand van hen, annuleer dan de boekingen.',
    },
    mail_waits: {
      title: 'Er wacht mail: je locatie heeft vandaag zoveel mensen gemaild als mag',
      advice:
        'Die gaat vanzelf weg zodra je locatie weer meer mensen mag mailen, en vervalt na 3 dagen. Bel gasten van wie de boeking al snel is. Heb je meer nodig, vraag dan de beheerder van het platform je locatie te vertrouwen.',
    },
  },
};
