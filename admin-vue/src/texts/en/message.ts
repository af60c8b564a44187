export const message = {
  open: 'Message guests',
  title: 'Message to guests',
  more: 'Each guest gets one e-mail. It goes to nobody whose booking was cancelled.',
  facility: 'Facility',
  all: 'All facilities',
  visits: 'Visits',
  upcoming: 'All upcoming visits',
  notOver: 'Only guests who have not left yet',
  subject: 'Subject',
  body: 'Message',
  hint: 'Your text appears below the name of your venue, above the booking. You can use {day}, {time} and {facility}.',
  preview: 'Preview',
  goesTo: (count: number) => (count === 1 ? 'It goes to 1 person.' : `It goes to ${count} people.`),
  without: (count: number) =>
    count === 1 ? '1 booking has no e-mail address.' : `${count} bookings have no e-mail address.`,
  tooMany: (most: number) => `At most ${most} people are possible. Choose fewer visits.`,
  send: (count: number) => (count === 1 ? 'Send to 1 person' : `Send to ${count} people`),
  sent: (count: number) =>
    count === 1 ? 'The message goes to 1 person.' : `The message goes to ${count} people.`,
};
