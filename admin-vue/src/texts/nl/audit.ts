import type { audit as en } from '../en/audit.ts';

export const audit: typeof en = {
  title: 'Logboek',
  lead: 'Wie wat heeft gewijzigd, wanneer en vanaf welk netwerk. Boekingen staan erin met hun nummer; gegevens van gasten worden hier niet bewaard.',
  search: 'Zoeken',
  searchHint: 'Naam, e-mailadres, faciliteit of boekingsnummer',
  kind: 'Over',
  kindAll: 'Alle wijzigingen',
  from: 'Van',
  to: 'Tot en met',
  empty: 'Geen wijzigingen gevonden.',
  rejected: 'Afgewezen',
  unknown: 'Resultaat onbekend',
  more: 'Meer tonen',
  csv: 'Logboek (CSV)',
  venue: 'Locatie',
  nothing: 'niet ingesteld',
};
