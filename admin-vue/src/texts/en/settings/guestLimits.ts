export const guestLimits = {
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
