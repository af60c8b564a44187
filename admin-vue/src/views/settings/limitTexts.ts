import type { Texts } from '../../locale.ts';

const en = {
  limits: 'Protection against one guest taking all places',
  more: 'Guests who share a network, such as an office or a mobile carrier, can always book while places are free. When many places are booked from one network or by one guest, the guest’s browser does a short calculation before each further booking. Guests wait some seconds. A program that wants all places has to calculate for each of them.',
  last: (days: number) => `Last ${days} days`,
  brought: 'Bookings after a calculation',
  asked: 'Requests that had no calculation yet',
  byCap: 'Requests refused by your own limits',
  byHour: 'Requests refused: over 20 bookings an hour from one connection',
  always: 'Always ask for the calculation',
  alwaysMore:
    'Switch this on while somebody takes places from many networks. Guests then need a page with https and a current widget.',
  caps: 'Your own limits',
  capsMore:
    'A limit refuses guests, also when places are free, and guests of one office or carrier share it. Bookings that were paid online and bookings by the desk do not count.',
  noLimit: 'Empty: no limit.',
  max_open_holds_per_email: 'Unpaid bookings at once, by one e-mail address',
  max_open_holds_per_address: 'Unpaid bookings at once, from one internet connection',
  max_open_holds_per_network: 'Unpaid bookings at once, from one network',
  max_coming_bookings_per_email: 'Upcoming bookings with nothing paid, by one e-mail address',
  max_coming_bookings_per_address: 'Upcoming bookings with nothing paid, from one internet connection',
  max_coming_bookings_per_network: 'Upcoming bookings with nothing paid, from one network',
};

export const limitTexts: Texts<typeof en> = {
  en,
  nl: {
    limits: 'Bescherming tegen een gast die alle plaatsen inneemt',
    more: 'Gasten die een netwerk delen, zoals een kantoor of een mobiele provider, kunnen altijd boeken zolang er plaats is. Komen er veel boekingen van één netwerk of één gast, dan maakt de browser van de gast voor elke volgende boeking een korte berekening. Gasten wachten een paar seconden. Een programma dat alle plaatsen wil innemen, moet voor elke plaats rekenen.',
    last: (days) => `Laatste ${days} dagen`,
    brought: 'Boekingen na een berekening',
    asked: 'Aanvragen zonder berekening',
    byCap: 'Aanvragen geweigerd door je eigen grenzen',
    byHour: 'Aanvragen geweigerd: meer dan 20 boekingen per uur vanaf één verbinding',
    always: 'Altijd om de berekening vragen',
    alwaysMore:
      'Zet dit aan zolang iemand vanaf veel netwerken plaatsen inneemt. Gasten hebben dan een pagina met https en een actuele widget nodig.',
    caps: 'Eigen grenzen',
    capsMore:
      'Een grens weigert gasten, ook als er plaats is. Gasten van één kantoor of provider vallen onder dezelfde grens. Online betaalde boekingen en boekingen van de balie tellen niet mee.',
    noLimit: 'Leeg: geen grens.',
    max_open_holds_per_email: 'Onbetaalde boekingen tegelijk, op één e-mailadres',
    max_open_holds_per_address: 'Onbetaalde boekingen tegelijk, vanaf één internetverbinding',
    max_open_holds_per_network: 'Onbetaalde boekingen tegelijk, vanaf één netwerk',
    max_coming_bookings_per_email: 'Komende boekingen waarvoor niets betaald is, op één e-mailadres',
    max_coming_bookings_per_address:
      'Komende boekingen waarvoor niets betaald is, vanaf één internetverbinding',
    max_coming_bookings_per_network: 'Komende boekingen waarvoor niets betaald is, vanaf één netwerk',
  },
};
