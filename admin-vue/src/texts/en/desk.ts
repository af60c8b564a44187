/** Texts of the front desk: the day at a glance. */
export const desk = {
  next: 'Next arrivals',
  list: 'Guests of the day',
  listView: 'List',
  expected: 'Still to come',
  lateOf: (people: number) => `${people} late`,
  inside: 'In the house',
  free: 'Places left',
  toPay: 'To pay',
  late: 'Late',
  over: (bookings: number) => (bookings === 1 ? '1 booking is over' : `${bookings} bookings are over`),
  owing: (bookings: number) =>
    bookings === 1 ? '1 past booking has an open amount' : `${bookings} past bookings have an open amount`,
  nobodyDue: 'Nobody is expected any more.',
  moreDue: (bookings: number) => `And ${bookings} more: see the list.`,
  part: 'Part of the party…',
  partTitle: (name: string) => `How many of the party of ${name} have come?`,
  partMore: 'All who have come so far. When more come, save the new number.',
  restCame: 'The rest came',
  cameOf: (came: number, people: number) => `${came} of ${people} came`,
  newBooking: 'New booking',
  search: 'Find a booking',
  searchHint: 'Name, e-mail, phone or booking number',
  searching: 'Searching…',
  found: (bookings: number) =>
    bookings === 0 ? 'Nothing found.' : bookings === 1 ? '1 booking found.' : `${bookings} bookings found.`,
  otherTime: 'Other time',
  toTimes: 'Show times',
  timesFound: (times: number) => (times === 1 ? '1 free time.' : `${times} free times.`),
  noTimes: (people: number) =>
    people === 1
      ? 'No free time for 1 person on this day.'
      : `No free time for ${people} people on this day.`,
  nextDay: 'Next day',
  ownTime: 'Other time or length…',
  ownTimeHint:
    'Any time within the opening hours, in steps of 5 minutes. Time slots that overlap it can’t be booked by others.',
  start: 'Start',
  length: 'Length in minutes',
  price: 'Price',
  priceHint: 'Empty: as for a time slot.',
  keepsPrice: 'Empty: the agreed price.',
  toGuest: 'Continue',
  bookHere: 'Book and check in',
  shortcuts: 'Keyboard shortcuts: / and n',
};
