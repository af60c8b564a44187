export const visitMail = {
  around: 'Before and after the visit',
  reminder: 'Reminder',
  reminderHours: 'Reminder before the visit, in hours',
  reminderOn: (span: string) =>
    `Guests get an e-mail ${span} before their visit, never between 21:00 and 08:00. Guests who book later than that get none.`,
  reminderOff: 'Guests get no reminder.',
  info: 'Directions and what to bring',
  infoHint: 'Part of the reminder, below the details of the booking. An empty line starts a new paragraph.',
  facilityInfoHint: 'Part of the reminder, after the text of the venue.',
  followUpHours: 'E-mail after the visit, in hours',
  followUpOn: (span: string) =>
    `Guests get an e-mail ${span} after their visit, never between 21:00 and 08:00. No-shows get none.`,
  followUpOff: 'Guests get no e-mail after their visit.',
  review: 'Page for reviews',
  reviewHint: 'The e-mail after the visit has a button that leads there. Empty: no button.',
  asVenue: 'As for the venue',
  asVenueHint: 'Empty: as for the venue. 0: no reminder.',
  sms: 'SMS',
  smsAlso:
    'In addition to the e-mail, to guests who gave a phone number. State at that question that you send SMS. None is sent between 21:00 and 08:00.',
  smsReminders: 'Reminder before the visit',
  smsOffers: 'Offers of the waiting list',
  smsCountryCode: 'Calling code of your country',
  smsCountryCodeHint: 'Such as 31 for the Netherlands. Without it, only numbers with + get an SMS.',
  smsToday: (sent: number, most: number) => `${sent} of at most ${most} SMS within 24 hours.`,
};
