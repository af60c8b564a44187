import type { SeriesTexts } from '../nl/series.ts';

/** English texts of the page where guests with a code book a series. */
export const en: SeriesTexts = {
  title: 'Book a series',
  intro: 'You book the same time every so many weeks. With this code you can book {left} more dates now.',
  noneLeft: 'All dates of this code are booked. You can book again once dates have passed or been cancelled.',
  repeat: 'How often?',
  weeks: 'Every … weeks',
  count: 'Number of dates',
  first: 'Choose the first date and time. You then see all dates. Nothing is booked yet.',
  back: 'Choose something else',
  dates: 'The dates',
  datesMore: 'Leave out dates or choose another time. You book all of them at once, or none.',
  skip: 'Skip this date',
  total: 'Total of the free dates',
  payThere: 'You pay at the venue.',
  name: 'Name',
  email: 'E-mail address',
  book: 'Book these dates',
  booked: 'Your series is booked',
  bookedMore: 'You get one e-mail with the ticket of each date. You can cancel a date on its ticket.',
};
