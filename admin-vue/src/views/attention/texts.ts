import type { AdminAttention } from '@venue-booking/proto/reports/adminAttention';
import type { Texts } from '../../locale.ts';

/** What happened, and what the owner should do. */
type Kinds = Record<AdminAttention['kind'], { title: string; advice: string }>;

const en = {
  attention: 'Needs attention',
  booking: (number: string) => `Booking ${number}`,
  doneBy: (who: string) => `Resolved by ${who}`,
  domains: 'Websites and domains',
  empty: 'Nothing needs your attention.',
  emptyMore: 'Payments that don’t match, guests with too many bookings and delayed e-mails appear here.',
  guests: 'Guests',
  resolve: 'Mark as resolved',
  resolved: 'Marked as resolved.',
  showResolved: 'Resolved',
  showOpen: 'Open',
  unknown: 'Something needs your attention.',
};
const kindsEn: Kinds = {
  payment_mismatch: {
    title: 'A payment does not match its booking',
    advice:
      'Compare the amount with the payment in your payment provider’s dashboard. Refund what was overpaid.',
  },
  webhook_mismatch: {
    title: 'A notification from the payment provider does not match',
    advice:
      'Check whether the payment is in your payment provider’s dashboard. If it is not, you can ignore this.',
  },
  checkout_refused: {
    title: 'The payment provider rejected a payment',
    advice: 'The guest could not pay. Check your account at the provider, then ask the guest to try again.',
  },
  refund_failed: {
    title: 'A refund failed',
    advice: 'Retry the refund from the booking, or refund in another way and let the guest know.',
  },
  refund_elsewhere: {
    title: 'A refund was made at the payment provider',
    advice:
      'The refund was not made here. Check that it was intended, and cancel the booking if it no longer stands.',
  },
  chargeback: {
    title: 'A payment was charged back, or a chargeback was reversed',
    advice:
      'Respond to the dispute in your payment provider’s dashboard, and decide whether the booking stands. Money from a reversed chargeback is not refunded automatically.',
  },
  dead_letter: {
    title: 'An event could not be processed',
    advice: 'The platform operator can retry it. You don’t have to do anything.',
  },
  domain_missing: {
    title: 'The DNS record of your domain is missing',
    advice:
      'Add the record again where you manage your domain. You find it under Settings. After 14 days without it, guests can no longer book at this domain.',
  },
  guest_at_cap: {
    title: 'A guest holds a large share of your places',
    advice: 'This can be fine for a regular guest. If you don’t know this guest, cancel the bookings.',
  },
  address_at_cap: {
    title: 'One internet connection holds a large share of your places',
    advice: 'It may be a company or a school. If you don’t know any of these guests, cancel the bookings.',
  },
  network_at_cap: {
    title: 'One network holds a large share of your places',
    advice: 'Many guests may share this network. If you don’t know any of them, cancel the bookings.',
  },
  mail_waits: {
    title: 'E-mails are delayed: your venue has reached its daily limit',
    advice:
      'They are sent automatically once the limit allows it, and dropped after 3 days. Call guests whose booking is soon. To remove the limit, ask the platform operator to mark your venue as trusted.',
  },
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
    attention: 'Aandacht nodig',
    booking: (number: string) => `Boeking ${number}`,
    doneBy: (who: string) => `Afgehandeld door ${who}`,
    domains: 'Websites en domeinen',
    empty: 'Niets heeft je aandacht nodig.',
    emptyMore:
      'Hier verschijnen betalingen die niet kloppen, gasten met te veel boekingen en uitgestelde mails.',
    guests: 'Gasten',
    resolve: 'Markeren als afgehandeld',
    resolved: 'Gemarkeerd als afgehandeld.',
    showResolved: 'Afgehandeld',
    showOpen: 'Openstaand',
    unknown: 'Iets heeft je aandacht nodig.',
  },
};

export const kinds: Texts<Kinds> = {
  en: kindsEn,
  nl: {
    payment_mismatch: {
      title: 'Een betaling klopt niet met de boeking',
      advice:
        'Vergelijk het bedrag met de betaling in het dashboard van je betaalprovider. Betaal terug wat te veel is betaald.',
    },
    webhook_mismatch: {
      title: 'Een melding van de betaalprovider klopt niet',
      advice:
        'Controleer of de betaling in het dashboard van je betaalprovider staat. Zo niet, dan kun je dit negeren.',
    },
    checkout_refused: {
      title: 'De betaalprovider weigerde een betaling',
      advice:
        'De gast kon niet betalen. Controleer je account bij de provider en vraag de gast daarna om het opnieuw te proberen.',
    },
    refund_failed: {
      title: 'Een terugbetaling is mislukt',
      advice:
        'Probeer de terugbetaling opnieuw vanuit de boeking, of betaal op een andere manier terug en laat het de gast weten.',
    },
    refund_elsewhere: {
      title: 'Er is terugbetaald via de betaalprovider',
      advice:
        'De terugbetaling is niet hier gedaan. Controleer of dat de bedoeling was en annuleer de boeking als die niet doorgaat.',
    },
    chargeback: {
      title: 'Een betaling is teruggeboekt, of een terugboeking is ongedaan gemaakt',
      advice:
        'Reageer op de betwiste betaling in het dashboard van je betaalprovider en beslis of de boeking doorgaat. Geld van een ongedaan gemaakte terugboeking wordt niet automatisch terugbetaald.',
    },
    dead_letter: {
      title: 'Een gebeurtenis kon niet worden verwerkt',
      advice: 'De beheerder van het platform kan het opnieuw proberen. Je hoeft zelf niets te doen.',
    },
    domain_missing: {
      title: 'Het DNS-record van je domein ontbreekt',
      advice:
        'Voeg het record weer toe waar je je domein beheert. Je vindt het bij Instellingen. Na 14 dagen zonder record kunnen gasten niet meer boeken op dit domein.',
    },
    guest_at_cap: {
      title: 'Een gast heeft een groot deel van je plaatsen',
      advice: 'Bij een vaste gast kan dit kloppen. Ken je de gast niet, annuleer dan de boekingen.',
    },
    address_at_cap: {
      title: 'Eén internetverbinding heeft een groot deel van je plaatsen',
      advice: 'Het kan een bedrijf of school zijn. Ken je geen van deze gasten, annuleer dan de boekingen.',
    },
    network_at_cap: {
      title: 'Eén netwerk heeft een groot deel van je plaatsen',
      advice: 'Veel gasten kunnen dit netwerk delen. Ken je niemand van hen, annuleer dan de boekingen.',
    },
    mail_waits: {
      title: 'Mails zijn uitgesteld: je locatie heeft de daglimiet bereikt',
      advice:
        'Ze worden automatisch verstuurd zodra de limiet het toelaat, en vervallen na 3 dagen. Bel gasten met een boeking op korte termijn. Wil je zonder limiet mailen, vraag dan de beheerder van het platform om je locatie als vertrouwd aan te merken.',
    },
  },
};
