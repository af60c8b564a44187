import type { Texts } from '../../../locale.ts';

const en = {
  limits: 'Protection against one guest taking all places',
  more: 'Guests who share a network, such as an office or a mobile carrier, can always book while places are free. When one network or guest books many places, the guest’s browser does a short calculation before each further booking. This takes a few seconds. A program that tries to take all places has to calculate for each of them.',
  last: (days: number) => `Last ${days} days`,
  brought: 'Bookings with a calculation',
  asked: 'Requests without a calculation',
  byCap: 'Requests rejected by your own limits',
  byHour: 'Requests rejected: more than 20 bookings an hour from one connection',
  always: 'Always require the calculation',
  alwaysMore:
    'Switch this on while someone takes places from many networks. Guests then need a page with https and an up-to-date widget.',
  caps: 'Your own limits',
  capsMore:
    'A limit rejects guests even when places are free, and guests of one office or carrier share it. Bookings paid online and bookings by the front desk do not count.',
  noLimit: 'Empty: no limit.',
  max_open_holds_per_email: 'Unpaid bookings at once, per e-mail address',
  max_open_holds_per_address: 'Unpaid bookings at once, per internet connection',
  max_open_holds_per_network: 'Unpaid bookings at once, per network',
  max_coming_bookings_per_email: 'Upcoming bookings with nothing paid, per e-mail address',
  max_coming_bookings_per_address: 'Upcoming bookings with nothing paid, per internet connection',
  max_coming_bookings_per_network: 'Upcoming bookings with nothing paid, per network',
};

export const limitTexts: Texts<typeof en> = {
  en,
  nl: {
    limits: 'Bescherming tegen een gast die alle plaatsen inneemt',
    more: 'Gasten die een netwerk delen, zoals een kantoor of een mobiele provider, kunnen altijd boeken zolang er plaats is. Komen er veel boekingen van één netwerk of één gast, dan maakt de browser van de gast voor elke volgende boeking een korte berekening. Dat duurt een paar seconden. Een programma dat alle plaatsen wil innemen, moet voor elke plaats rekenen.',
    last: (days) => `Laatste ${days} dagen`,
    brought: 'Boekingen met een berekening',
    asked: 'Aanvragen zonder berekening',
    byCap: 'Aanvragen geweigerd door je eigen limieten',
    byHour: 'Aanvragen geweigerd: meer dan 20 boekingen per uur vanaf één verbinding',
    always: 'Berekening altijd verplichten',
    alwaysMore:
      'Zet dit aan zolang iemand vanaf veel netwerken plaatsen inneemt. Gasten hebben dan een pagina met https en een actuele widget nodig.',
    caps: 'Eigen limieten',
    capsMore:
      'Een limiet weigert gasten, ook als er plaats is. Gasten van één kantoor of provider delen dezelfde limiet. Online betaalde boekingen en boekingen van de balie tellen niet mee.',
    noLimit: 'Leeg: geen limiet.',
    max_open_holds_per_email: 'Onbetaalde boekingen tegelijk, per e-mailadres',
    max_open_holds_per_address: 'Onbetaalde boekingen tegelijk, per internetverbinding',
    max_open_holds_per_network: 'Onbetaalde boekingen tegelijk, per netwerk',
    max_coming_bookings_per_email: 'Komende boekingen zonder betaling, per e-mailadres',
    max_coming_bookings_per_address: 'Komende boekingen zonder betaling, per internetverbinding',
    max_coming_bookings_per_network: 'Komende boekingen zonder betaling, per netwerk',
  },
};
