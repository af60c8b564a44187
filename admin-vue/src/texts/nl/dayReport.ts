import type { dayReport as en } from '../en/dayReport.ts';

export const dayReport: typeof en = {
  title: 'Gasten van de dag',
  booked: 'Geboekte personen',
  came: 'Gekomen',
  absent: 'Afwezig',
  noShows: 'No-shows',
  unmarked: 'Niet ingecheckt',
  open: 'Gekomen, moeten nog betalen',
  phone: 'Telefoon',
};
