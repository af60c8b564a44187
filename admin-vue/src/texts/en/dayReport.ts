/** Texts of the report at the closing of a day. */
export const dayReport = {
  title: 'Guests of the day',
  booked: 'People booked',
  came: 'Came',
  absent: 'Absent',
  noShows: 'No-shows',
  unmarked: 'Not checked in',
  open: 'Came and still have to pay',
  phone: 'Phone',
};
