import type { dayReport as en } from '../en/dayReport.ts';

export const dayReport: typeof en = {
  title: 'Clients du jour',
  booked: 'Personnes attendues',
  came: 'Venues',
  absent: 'Absentes',
  noShows: 'No-shows',
  unmarked: 'Arrivée non enregistrée',
  open: 'Venus, doivent encore payer',
  phone: 'Téléphone',
};
