import type { dayReport as en } from '../en/dayReport.ts';

export const dayReport: typeof en = {
  title: 'Gäste des Tages',
  booked: 'Gebuchte Personen',
  came: 'Gekommen',
  absent: 'Abwesend',
  noShows: 'No-Shows',
  unmarked: 'Nicht eingecheckt',
  open: 'Gekommen, müssen noch zahlen',
  phone: 'Telefon',
};
