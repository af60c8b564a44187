export const deposit = {
  title: 'Deposit',
  hint: 'Applies when guests pay online. Bookings at the desk have no deposit. Existing bookings stay as they are.',
  pays: 'Guests pay online when they book',
  whole: 'The whole price',
  byPercent: 'a percentage of the price',
  byFixed: 'a fixed amount',
  percent: 'Deposit, in percent',
  fixed: 'Deposit, in euro',
  fixedHint: 'A booking that costs less is paid at once.',
  from: 'Only for bookings from, in euro',
  fromHint: 'Empty: all bookings. Cheaper ones are paid at once.',
  /** In the summary of the section: the deposit, and the lowest price that has one. */
  summary: (deposit: string, from: string) => `${deposit}, from ${from}`,
  example: (price: string, now: string, later: string) =>
    `A booking of ${price}: ${now} now, ${later} at the venue.`,
  rest: 'Guests pay the rest',
  atVenue: 'at the venue',
  online: 'online, by a link in an e-mail',
  hours: 'Deadline, in hours before the start',
  hoursHint:
    'Guests get a reminder two days earlier. A booking made less than a day before the deadline is paid at once.',
  unpaid: 'If the rest is not paid in time',
  unpaidHint: 'A guest always has at least a day after the reminder. Cancelling follows the refund rules.',
  keep: 'keep the booking and notify me',
  cancel: 'cancel the booking',
  exampleOnline: (price: string, now: string, hours: number) =>
    `A booking of ${price}: ${now} now, and the rest online until ${hours} hours before.`,
};
