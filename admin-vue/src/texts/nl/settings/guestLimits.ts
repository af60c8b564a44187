import type { guestLimits as en } from '../../en/settings/guestLimits.ts';

export const guestLimits: typeof en = {
  limits: 'Bescherming tegen een gast die alle plaatsen inneemt',
  more: 'Gasten die een netwerk delen, zoals een kantoor of een mobiele provider, kunnen altijd boeken zolang er plaats is. Komen er veel boekingen van één netwerk of één gast, dan maakt de browser van de gast voor elke volgende boeking een korte berekening. Dat duurt een paar seconden. Een programma dat alle plaatsen wil innemen, moet voor elke plaats rekenen.',
  last: (days) => `Laatste ${days} dagen`,
  brought: 'Boekingen met een berekening',
  asked: 'Aanvragen zonder berekening',
  byCap: 'Aanvragen geweigerd door je eigen limieten',
  byHour: 'Aanvragen geweigerd: meer dan 20 boekingen per uur vanaf één verbinding',
  always: 'Berekening altijd verplichten',
  alwaysMore:
    'Zet dit aan zolang iemand vanaf veel netwerken plaatsen inneemt. Gasten hebben dan een pagina met https en een actuele widget nodig.',
  caps: 'Eigen limieten',
  capsMore:
    'Een limiet weigert gasten, ook als er plaats is. Gasten van één kantoor of provider delen dezelfde limiet. Online betaalde boekingen en boekingen van de balie tellen niet mee.',
  noLimit: 'Leeg: geen limiet.',
  max_open_holds_per_email: 'Onbetaalde boekingen tegelijk, per e-mailadres',
  max_open_holds_per_address: 'Onbetaalde boekingen tegelijk, per internetverbinding',
  max_open_holds_per_network: 'Onbetaalde boekingen tegelijk, per netwerk',
  max_coming_bookings_per_email: 'Komende boekingen zonder betaling, per e-mailadres',
  max_coming_bookings_per_address: 'Komende boekingen zonder betaling, per internetverbinding',
  max_coming_bookings_per_network: 'Komende boekingen zonder betaling, per netwerk',
};
