export const attention = {
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
